/** What a report is made of: columns (pipelines, or points of a grid), questions, and the rows where they meet. */
import type { GradedAnswer } from '../../text/stats/calibration.js';
import type { Comparison } from '../compare/compare.js';
import type { QuestionRow } from '../datasets/rows.js';
import type { GridSummary } from '../grid/summary.js';
import { METRICS, measuresOf } from '../run/metrics.js';
import type { RunRecord } from '../run/record.js';
import type { EvalRow } from '../run/row.js';
import type { Scores } from '../run/scores.js';
import { gradedAnswers, type Metric, type PipelineSummary } from '../run/summary.js';

export type ReportRow = {
  readonly row: EvalRow;
  /** Place of its column and of its question: the row's anchor is `p<column>q<question>`. */
  readonly column: number;
  readonly question: number;
  /** Line of rows.jsonl, from 1. */
  readonly line: number;
  readonly measures: Scores;
};

export type Column = {
  /** Place from 0. */
  readonly at: number;
  readonly label: string;
  /** The folder of its run, as it was given. */
  readonly folder: string;
  readonly pipeline: { readonly name: string; readonly options: unknown } | undefined;
  /** The options that were chosen for it, without defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** In the order of the questions. */
  readonly rows: readonly ReportRow[];
  readonly summary: PipelineSummary;
};

export type ReportQuestion = Pick<QuestionRow, 'id' | 'question'> & {
  readonly type: string | null;
  readonly split: string | null;
  /** `undefined` when the questions could not be read again. */
  readonly gold: Pick<QuestionRow, 'answers' | 'gold' | 'reference'> | undefined;
};

export type ReportData = {
  readonly kind: 'run' | 'grid' | 'comparison';
  readonly title: string;
  /** One per run; of a grid the one that all points share. */
  readonly records: readonly RunRecord[];
  readonly columns: readonly Column[];
  readonly questions: readonly ReportQuestion[];
  /** Rows that a whole run would have. */
  readonly total: number;
  /** Metrics that any row has, in the order of tables. */
  readonly metrics: readonly string[];
  /** The score by which heat map, worst questions and charts go. */
  readonly main: string;
  /** The place of the column that others are compared with. */
  readonly baseline: number;
  readonly grid: GridSummary | undefined;
  readonly comparison: Comparison | undefined;
  /** What a reader should know before believing the figures. */
  readonly notes: readonly string[];
};

/** The scores of a row, its confidence beside them where it has one. */
export function reportMeasures(row: EvalRow): Scores {
  const known = Object.entries(measuresOf(row)).map(([name, value]) => [name, Number.isFinite(value) ? value : null]);
  return { ...Object.fromEntries(known), confidence: confidenceOf(row) };
}

/** Rows of earlier versions have none. */
export function confidenceOf({ confidence }: EvalRow): number | null {
  return confidence !== undefined && Number.isFinite(confidence) ? confidence : null;
}

/**
 * What risk and coverage are counted over, as in the summary: answers with a confidence that are known to be right or
 * wrong.
 */
export function judgedAnswer({ row }: ReportRow): GradedAnswer | undefined {
  return gradedAnswers([row])[0];
}

/** The lowest and the highest that the main score can be said to reach: 0 and 1, or what lies beyond. */
export function mainSpan({
  columns,
  main,
}: Pick<ReportData, 'columns' | 'main'>): readonly [low: number, high: number] {
  const values = columns.flatMap((column) => valuesOf(column, main));
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [
    0, 1,
  ] as readonly [number, number]);
}

export function metricsIn(rows: readonly ReportRow[]): string[] {
  const present = new Set<string>();
  for (const { measures } of rows)
    for (const [name, value] of Object.entries(measures)) if (value !== null) present.add(name);
  const ordered = METRICS.filter((name) => present.delete(name));
  return [...ordered, ...present];
}

export function valuesOf({ rows }: Pick<Column, 'rows'>, metric: string): number[] {
  return rows.flatMap(({ measures }) => measures[metric] ?? []);
}

/** "3 hifi-rag": numbers tell columns apart where names have no room. */
export function numbered({ at, label }: Pick<Column, 'at' | 'label'>): string {
  return `${at + 1} ${label}`;
}

export type KnownMetric = { readonly [Name in keyof Metric]: NonNullable<Metric[Name]> };

/** A mean that is there. */
export function known(metric: Metric | undefined): KnownMetric | undefined {
  return metric && metric.mean !== null && metric.low !== null && metric.high !== null
    ? (metric as KnownMetric)
    : undefined;
}
