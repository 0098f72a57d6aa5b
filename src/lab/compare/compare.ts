/**
 * Two runs, or two files of scores, question by question: what differs, by how much, and whether that is more than
 * chance.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../core/errors.js';
import { holm, type PairedTest, pairedTest } from '../../text/stats/paired.js';
import { METRICS, measuresOf } from '../run/metrics.js';
import { type EvalRow, scoredText } from '../run/row.js';
import { readRows } from '../run/rows-file.js';
import type { Scores } from '../run/scores.js';
import { readScoreTable, rowsWhere, type ScoreTable, type Where } from './score-table.js';

/** One side: its scores by question, and what can be shown of a question. */
export type Side = {
  readonly label: string;
  readonly metrics: readonly string[];
  readonly scores: ReadonlyMap<string, Readonly<Record<string, number | null>>>;
  readonly shown: ReadonlyMap<string, { readonly question: string; readonly answer: string }>;
  /** Questions of a run whose answer the model was to write and did not. */
  readonly standIns: number;
};

export type SideOptions = {
  /** The column that names the question, in files of scores. */
  readonly id: string;
  readonly where: readonly Where[];
  /** Answers by the stand-in of a model count as answers. */
  readonly allowFallback?: boolean | undefined;
};

/** A run folder, `folder:label` for one pipeline of several, or a file of scores. */
export function readSide(source: string, options: SideOptions): Side {
  const { folder, label } = splitSource(source);
  if (existsSync(join(folder, 'rows.jsonl'))) return sideOfRun(folder, label, options);
  if (statSync(source, { throwIfNoEntry: false })?.isFile())
    return sideOfTable(source, rowsWhere(readScoreTable(source), options.where), options.id);
  throw usageError(
    `${source} is neither the folder of a run (with rows.jsonl) nor a file of scores (CSV, TSV, JSONL). Give one of them.`,
  );
}

/** `folder:label` names one pipeline of a run. */
export function splitSource(source: string): { folder: string; label?: string } {
  const colon = source.lastIndexOf(':');
  if (colon <= 1 || existsSync(source)) return { folder: source };
  return { folder: source.slice(0, colon), label: source.slice(colon + 1) };
}

/**
 * Quality, not cost or the funnel: what one compares two ways of answering by. Not the precision of retrieval: some
 * pipelines ask for pages and some for passages, as many as each is set to, so it compares the sizes of lists.
 */
const QUALITY = METRICS.filter(
  (name) =>
    !/^(?:flexrag|rouge[12]|funnel|lost|bertScore\.)|\.stemmed$|^(?:retrieval\.precision|judge\.unreadable|factScore\.facts|calls|tokens|costUsd|seconds|failed)$/.test(
      name,
    ),
);

function sideOfRun(folder: string, label: string | undefined, { allowFallback = false }: SideOptions): Side {
  const { rows } = readRows(join(folder, 'rows.jsonl'));
  const labels = [...new Set(rows.map(({ pipeline }) => pipeline))];
  const chosen = label ?? (labels.length === 1 ? labels[0] : undefined);
  if (chosen === undefined || !labels.includes(chosen))
    throw usageError(
      `${folder} holds the pipelines ${labels.join(', ')}. Name one of them: ${folder}:${labels[0] ?? 'name'}.`,
    );
  const own = rows.filter(({ pipeline }) => pipeline === chosen);
  const byId = <T>(of: (row: EvalRow) => T) => new Map(own.map((row) => [row.id, of(row)]));
  return {
    label: chosen,
    metrics: QUALITY,
    scores: byId((row) => (row.standIn && !allowFallback ? withoutAnswer(measuresOf(row)) : measuresOf(row))),
    shown: byId((row) => ({
      question: row.question,
      answer: row.error ? `(failed: ${row.error.message})` : scoredText(row),
    })),
    standIns: own.filter(({ standIn }) => standIn).length,
  };
}

const OF_ANSWERS = /^(?:checked\.)?(?:contains|squad\.|flexrag\.|rouge)|^(?:citation\.|bertScore|relevance_score)/;

/** What the stand-in wrote is not the model's: scored as a failure, whatever the run counted it as. */
function withoutAnswer(scores: Scores): Scores {
  return Object.fromEntries(
    Object.entries(scores).map(([name, value]) => [name, value !== null && OF_ANSWERS.test(name) ? 0 : value]),
  );
}

function sideOfTable(file: string, table: ScoreTable, id: string): Side {
  if (!table.columns.includes(id))
    throw usageError(
      `${file} has no column "${id}". Name the one that holds the question's id by --id; there are: ${table.columns.join(', ')}.`,
    );
  const scores = new Map<string, Record<string, number | null>>();
  for (const row of table.rows) {
    const key = row[id] ?? '';
    if (scores.has(key))
      throw usageError(`${file} has several rows for ${id} ${key}. Choose one of each by --where column=value.`);
    scores.set(key, Object.fromEntries(table.columns.map((name) => [name, numberOrNull(row[name])])));
  }
  const isScore = (name: string) =>
    name !== id && [...scores.values()].some((row) => row[name] !== null && row[name] !== undefined);
  return { label: file, metrics: table.columns.filter(isScore), scores, shown: new Map(), standIns: 0 };
}

function numberOrNull(cell: string | undefined): number | null {
  const value = cell === undefined || cell.trim() === '' ? Number.NaN : Number(cell);
  return Number.isFinite(value) ? value : null;
}

export type MetricComparison = PairedTest & {
  readonly metric: string /** Corrected for the number of metrics (Holm). */;
  readonly pHolm: number;
};

export type DifferentAnswer = {
  readonly id: string;
  readonly first: number;
  readonly second: number;
  readonly question?: string;
  readonly answers?: readonly [string, string];
};

export type Comparison = {
  readonly first: string;
  readonly second: string;
  /** Questions that both sides have, and those that only one has. */
  readonly questions: number;
  readonly unmatched: number;
  /** Of each side: answers that the model was to write and did not. */
  readonly standIns: readonly [number, number];
  readonly metrics: readonly MetricComparison[];
  /** By the first metric: the questions with the largest differences. */
  readonly differing: readonly DifferentAnswer[];
};

export type CompareOptions = {
  readonly metrics?: readonly string[] | undefined;
  readonly seed?: number;
  readonly show?: number;
};

type ScorePair = { readonly id: string; readonly pair: readonly [number, number] };

/** A question's two scores, where both sides have one. */
function pairOf(id: string, metric: string, [first, second]: readonly [Side, Side]): ScorePair[] {
  const [left, right] = [first.scores.get(id)?.[metric], second.scores.get(id)?.[metric]];
  return typeof left === 'number' && typeof right === 'number' ? [{ id, pair: [left, right] }] : [];
}

export function compareSides(
  first: Side,
  second: Side,
  { metrics, seed = 0, show = 5 }: CompareOptions = {},
): Comparison {
  const ids = [...first.scores.keys()].filter((id) => second.scores.has(id)).sort();
  if (ids.length === 0)
    throw usageError('The two have no question in common. Compare runs on the same questions, or check --id.');
  const tests = chooseMetrics(first, second, metrics)
    .map((metric) => ({ metric, pairs: ids.flatMap((id) => pairOf(id, metric, [first, second])) }))
    .filter(({ pairs }) => pairs.length > 0);
  const results = tests.map(({ metric, pairs }) => {
    const scores = pairs.map(({ pair }) => pair);
    return { metric, ...pairedTest(scores, { seed }) };
  });
  const corrected = holm(results.map(({ p }) => p));
  return {
    first: first.label,
    second: second.label,
    questions: ids.length,
    unmatched: first.scores.size + second.scores.size - 2 * ids.length,
    standIns: [first.standIns, second.standIns],
    metrics: results.map((result, at) => ({ ...result, pHolm: corrected[at] as number })),
    differing: mostDiffering(tests[0]?.pairs ?? [], { first, second, show }),
  };
}

function chooseMetrics(first: Side, second: Side, wanted: readonly string[] | undefined): readonly string[] {
  const common = first.metrics.filter((metric) => second.metrics.includes(metric));
  const unknown = wanted?.find((metric) => !isKnown(first, metric) || !isKnown(second, metric));
  if (unknown !== undefined)
    throw usageError(`There is no metric "${unknown}" on both sides. There are: ${common.join(', ')}.`);
  return wanted ?? common;
}

function isKnown({ metrics, scores }: Side, metric: string): boolean {
  return metrics.includes(metric) || [...scores.values()].some((row) => typeof row[metric] === 'number');
}

function mostDiffering(
  pairs: readonly ScorePair[],
  { first, second, show }: { first: Side; second: Side; show: number },
): DifferentAnswer[] {
  return pairs
    .filter(({ pair: [left, right] }) => left !== right)
    .sort(
      (one, other) =>
        Math.abs(other.pair[1] - other.pair[0]) - Math.abs(one.pair[1] - one.pair[0]) || (one.id < other.id ? -1 : 1),
    )
    .slice(0, show)
    .map(({ id, pair: [left, right] }) => {
      const [own, others] = [first.shown.get(id), second.shown.get(id)];
      return {
        id,
        first: left,
        second: right,
        ...(own && others && { question: own.question, answers: [own.answer, others.answer] as const }),
      };
    });
}
