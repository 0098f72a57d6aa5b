/**
 * A pipeline of a run, or a point of a grid, in figures: means so far, and how they settled while questions came in.
 */

import { mean } from '../../text/stats/moments.js';
import { METRICS } from '../run/metrics.js';
import type { PipelineSummary } from '../run/summary.js';
import type { RowFigures } from './growing-rows.js';

export type ColumnMetric = { readonly mean: number; readonly n: number; readonly low?: number; readonly high?: number };

export type LabColumn = {
  readonly label: string;
  readonly done: number;
  readonly answered: number;
  readonly abstained: number;
  readonly failed: number;
  /** `null` where a price is not known. */
  readonly costUsd: number | null;
  /** With its 95 % interval once the run is over. */
  readonly metrics: Readonly<Record<string, ColumnMetric>>;
  /** By metric: the mean after so many questions, thinned out. */
  readonly course: Readonly<Record<string, readonly (readonly [questions: number, mean: number])[]>>;
};

/** Of METRICS, what is looked at first; the report has all of them. */
const FIRST = new Set([
  ...['contains', 'squad.f1', 'rougeL', 'choice.accuracy', 'bertScore', 'relevance_score', 'faithfulness_score'],
  ...['factScore', 'retrieval.recall', 'citation.precision', 'citation.anyGold', 'tokens', 'seconds'],
]);
const SHOWN = METRICS.filter((name) => FIRST.has(name) || name.startsWith('abstention.'));

const MOST_STEPS = 100;

export function columnOf(
  label: string,
  rows: readonly RowFigures[],
  { summary, withCourse }: ColumnOptions,
): LabColumn {
  const having = (status: RowFigures['status']) => rows.filter((row) => row.status === status).length;
  const costs = rows.map(({ measures }) => measures.costUsd ?? null);
  const valuesOf = (name: string) =>
    rows.map(({ measures }) => measures[name]).filter((value) => typeof value === 'number');
  const known = SHOWN.map((name) => [name, valuesOf(name)] as const).filter(([, values]) => values.length > 0);
  return {
    label,
    done: rows.length,
    answered: having('answered'),
    abstained: having('abstained'),
    failed: having('failed'),
    costUsd: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    metrics: Object.fromEntries(known.map(([name, values]) => [name, metricOf(name, values, summary)])),
    course: withCourse ? Object.fromEntries(known.map(([name, values]) => [name, courseOf(values)])) : {},
  };
}

export type ColumnOptions = { readonly summary?: PipelineSummary | undefined; readonly withCourse: boolean };

function metricOf(name: string, values: readonly number[], summary: PipelineSummary | undefined): ColumnMetric {
  const { low, high } = summary?.metrics[name] ?? {};
  return {
    mean: mean(values),
    n: values.length,
    ...(typeof low === 'number' && typeof high === 'number' && { low, high }),
  };
}

function courseOf(values: readonly number[]): [number, number][] {
  const every = Math.max(1, Math.ceil(values.length / MOST_STEPS));
  const steps: [number, number][] = [];
  let sum = 0;
  values.forEach((value, at) => {
    sum += value;
    if ((at + 1) % every === 0 || at + 1 === values.length) steps.push([at + 1, sum / (at + 1)]);
  });
  return steps;
}
