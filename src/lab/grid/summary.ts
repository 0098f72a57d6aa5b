/**
 * A grid explained: champion and runner-up, the means of each factor, the noise floor, and the analysis of variance. A
 * fold over the points' scores.
 */
import { type AnovaTable, anova } from '../../text/stats/anova.js';
import type { Expression } from '../../text/stats/expression.js';
import { type PairedTest, pairedTest } from '../../text/stats/paired.js';
import { METRICS } from '../run/metrics.js';
import type { FellBack } from '../run/stand-in.js';
import type { GridFile } from './file.js';
import { defaultModel } from './model.js';
import { type Noise, noiseOf } from './noise.js';
import { type GridPoint, valueText } from './points.js';
import { chooseResponse, meanOf, type PointScores, responseByQuestion, responseOf } from './scores.js';

export type ScoredPoint = GridPoint & {
  readonly response: number;
  /** Questions asked, and those of them that failed. */
  readonly questions: number;
  readonly failed: number;
  /** Answers that the model was to write and did not. */
  readonly standIns: number;
  readonly fellBack: readonly FellBack[];
  /** Every mean but the time. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly seconds: number | null;
};

export type FactorMean = { readonly value: string; readonly mean: number; readonly points: number };

export type Winner = Pick<ScoredPoint, 'name' | 'settings' | 'response'>;

export type GridSummary = {
  readonly name: string;
  readonly pipeline: string;
  /** Rows that there are, and rows that a whole grid has. */
  readonly done: number;
  readonly total: number;
  readonly response: string;
  readonly model: string | null;
  readonly champion: Winner;
  /** Other points that score as high as the champion; the first in the order of the axes is called champion. */
  readonly ties: number;
  /** The best point that is another pipeline than the champion. */
  readonly runnerUp: Winner | null;
  /**
   * Champion against runner-up on the questions both have; second is the champion. `null` when the response is over
   * groups of questions.
   */
  readonly lead: PairedTest | null;
  readonly factors: Readonly<Record<string, readonly FactorMean[]>>;
  /** `null` when no two points are the same pipeline. */
  readonly noise: Noise | null;
  readonly anova: AnovaTable | null;
  /** Why there is no table, or how far it can be trusted. */
  readonly notes: readonly string[];
  readonly points: readonly ScoredPoint[];
};

export type SummariseGrid = {
  readonly grid: Pick<GridFile, 'name' | 'pipeline' | 'axes' | 'response' | 'model'>;
  readonly scores: readonly PointScores[];
  /** Points that are the same pipeline, together. */
  readonly identical: readonly (readonly GridPoint[])[];
  readonly questions: number;
  readonly seed: number;
  /** Points whose figures say nothing of their setting, by name, with the reason. */
  readonly notComparable?: ReadonlyMap<string, string>;
};

export function summariseGrid({
  grid,
  scores,
  identical,
  questions,
  seed,
  notComparable = new Map(),
}: SummariseGrid): GridSummary {
  const response = chooseResponse(scores, grid.response);
  const points = scores.map((one) => scoredPoint(one, responseOf(one, response)));
  const [champion, ...others] = points.toSorted((left, right) => right.response - left.response); // sorting keeps the order of equals
  const twins = identical.find((group) => group.some(({ name }) => name === champion!.name)) ?? [];
  const runnerUp = others.find(({ name }) => !twins.some((twin) => twin.name === name));
  const { model, table, notes } = explain(grid, points);
  const noise = noiseOf(
    identical.map((group) => group.map(({ name }) => points.find((point) => point.name === name)!.response)),
  );
  return {
    name: grid.name,
    pipeline: grid.pipeline,
    done: scores.reduce((sum, { rows }) => sum + rows.length, 0),
    total: questions * scores.length,
    response: response.text,
    model,
    champion: winner(champion!),
    ties: others.filter((point) => point.response === champion!.response).length,
    runnerUp: runnerUp ? winner(runnerUp) : null,
    lead: runnerUp ? leadOf([runnerUp, champion!], { scores, response, seed }) : null,
    factors: Object.fromEntries(Object.keys(grid.axes).map((axis) => [axis, factorMeans(axis, points)])),
    noise,
    anova: table,
    notes: [...notes, ...(table && noise?.deviation === 0 ? [NOTHING_RANDOM] : []), ...apart(notComparable)],
    points,
  };
}

/**
 * Points that are the same pipeline count as observations of their own in the table, which makes its p-values too
 * small.
 */
const NOTHING_RANDOM =
  'The same pipeline scored the same whenever it was asked again: nothing here is random. The residual is then what the model leaves out, points that are ' +
  'the same pipeline count more than once, and the p-values say nothing about other questions. For those, compare two points with winnow compare.';

function apart(notComparable: ReadonlyMap<string, string>): string[] {
  const [why] = notComparable.values();
  const effect = "The effect of that option in the table is this, and not the filter's.";
  return why === undefined ? [] : [`${notComparable.size} points cannot be set against the others: ${why}. ${effect}`];
}

const winner = ({ name, settings, response }: ScoredPoint): Winner => ({ name, settings, response });

function scoredPoint(scores: PointScores, response: number): ScoredPoint {
  const means = METRICS.map((name) => [name, meanOf(scores, name)] as const).filter(
    ([name, mean]) => name !== 'seconds' && mean !== null,
  );
  return {
    ...scores.point,
    response,
    questions: scores.rows.length,
    failed: scores.failed,
    standIns: scores.standIns,
    fellBack: scores.fellBack,
    metrics: Object.fromEntries(means) as Record<string, number>,
    seconds: meanOf(scores, 'seconds'),
  };
}

function leadOf(
  [first, second]: readonly [ScoredPoint, ScoredPoint],
  {
    scores,
    response,
    seed,
  }: { readonly scores: readonly PointScores[]; readonly response: Expression; readonly seed: number },
): PairedTest | null {
  if (response.names.some((name) => name.includes('@'))) return null;
  const [left, right] = [first, second].map(({ name }) =>
    responseByQuestion(scores.find(({ point }) => point.name === name)!, response),
  );
  const pairs = [...left!].flatMap(([id, value]) => {
    const other = right!.get(id);
    return typeof value === 'number' && typeof other === 'number' ? [[value, other] as const] : [];
  });
  return pairs.length > 0 ? pairedTest(pairs, { seed }) : null;
}

function factorMeans(axis: string, points: readonly ScoredPoint[]): FactorMean[] {
  const values = [...new Set(points.map(({ settings }) => valueText(settings[axis])))];
  return values.map((value) => {
    const own = points.filter(({ settings }) => valueText(settings[axis]) === value);
    return { value, mean: own.reduce((sum, { response }) => sum + response, 0) / own.length, points: own.length };
  });
}

type GridExplanation = {
  readonly model: string | null;
  readonly table: AnovaTable | null;
  readonly notes: readonly string[];
};

/** Beside the whole, noise this small is rounding. */
const ROUNDING = 1e-12;

function explain({ axes, model: given }: SummariseGrid['grid'], points: readonly ScoredPoint[]): GridExplanation {
  const model = given ?? defaultModel(axes);
  if (model === null)
    return {
      model,
      table: null,
      notes: ['There are too few points for an analysis of variance: vary one option more.'],
    };
  const responses = points.map(({ response }) => response);
  if (responses.every((value) => value === responses[0]))
    return { model, table: null, notes: ['Every point scores the same: there is nothing to explain.'] };
  const table = anova({
    model,
    response: responses,
    factor: (name) => points.map(({ settings }) => valueText(settings[name])),
  });
  const explained = table.rows.reduce((sum, { ss }) => sum + ss, 0);
  if (table.residual.ss > ROUNDING * explained) return { model, table, notes: [] };
  return {
    model,
    table: null,
    notes: ['The model explains every difference between the points: there is no noise to test it against.'],
  };
}
