/**
 * The scores of a grid's points: means for the analysis, scores by question for pairs of points, and the CSV that
 * `winnow anova` reads.
 */
import { usageError } from '../../core/errors.js';
import { type Expression, parseExpression } from '../../text/stats/expression.js';
import { METRICS, measuresOf } from '../run/metrics.js';
import type { EvalRow } from '../run/row.js';
import type { Scores } from '../run/scores.js';
import { byModelOf, type FellBack, fellBackOf } from '../run/stand-in.js';
import { splitName } from '../run/summary.js';
import { type GridPoint, valueText } from './points.js';

type MeasuredQuestion = { readonly id: string; readonly groups: readonly (string | null)[]; readonly measures: Scores };

export type PointScores = {
  readonly point: GridPoint;
  /** In the order of the questions, whatever order they ended in. */
  readonly rows: readonly MeasuredQuestion[];
  readonly failed: number;
  /** Answers that the model was to write and did not, and its calls that fell back. */
  readonly standIns: number;
  readonly fellBack: readonly FellBack[];
};

export function pointScores(point: GridPoint, rows: readonly EvalRow[], ids: readonly string[]): PointScores {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    point,
    rows: ordered.map((row) => ({ id: row.id, groups: [row.type, row.split], measures: measuresOf(row) })),
    failed: ordered.filter(({ error }) => error).length,
    standIns: byModelOf(ordered).standIns,
    fellBack: fellBackOf(ordered),
  };
}

/** The mean of `contains`, or of `contains@two-hop`; `null` when no question has it. */
export function meanOf({ rows }: PointScores, name: string): number | null {
  const [metric, group] = splitName(name);
  const own = group === undefined ? rows : rows.filter(({ groups }) => groups.includes(group));
  const values = own.map(({ measures }) => measures[metric] ?? null).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What is explained: the expression that was given, else the first metric that every point has. */
export function chooseResponse(
  scores: readonly PointScores[],
  given: string | undefined,
): Expression & { readonly text: string } {
  const text = given ?? METRICS.find((name) => scores.every((one) => meanOf(one, name) !== null));
  if (text === undefined)
    throw usageError('No metric has a value at every point. Ask questions that have answers or gold pages.');
  const plain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(text) || given !== undefined;
  return { ...parseExpression(plain ? text : `\`${text}\``), text };
}

export function responseOf(
  scores: PointScores,
  { names, evaluate, text }: Expression & { readonly text: string },
): number {
  const means = new Map(names.map((name) => [name, meanOf(scores, name)]));
  const missing = names.find((name) => means.get(name) === null);
  if (missing !== undefined)
    throw usageError(
      `The point ${scores.point.name} has no score "${missing}": no question has it. Choose another response than "${text}"; --resume asks nothing again.`,
    );
  return evaluate((name) => means.get(name) as number);
}

/**
 * The response of each question; `null` where a part of it is missing. For responses over all questions, not over
 * groups of them.
 */
export function responseByQuestion(
  { rows }: PointScores,
  { names, evaluate }: Expression,
): ReadonlyMap<string, number | null> {
  return new Map(
    rows.map(({ id, measures }) => {
      const known = names.every((name) => typeof measures[name] === 'number');
      return [id, known ? evaluate((name) => measures[name] as number) : null];
    }),
  );
}

/** One line per point: its name, its settings, every mean that there is, and the response. */
export function scoresCsv(scores: readonly PointScores[], response: Expression & { readonly text: string }): string {
  const axes = Object.keys(scores[0]?.point.settings ?? {});
  const metrics = [...new Set([...METRICS, ...response.names])].filter((name) =>
    scores.some((one) => meanOf(one, name) !== null),
  );
  const header = ['point', ...axes, ...metrics, 'response'];
  const lines = scores.map((one) => [
    one.point.name,
    ...axes.map((axis) => valueText(one.point.settings[axis])),
    ...metrics.map((metric) => `${meanOf(one, metric) ?? ''}`),
    `${responseOf(one, response)}`,
  ]);
  return [header, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
