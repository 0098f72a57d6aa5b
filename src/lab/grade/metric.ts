/**
 * A metric of one's own, by which `evaluate` scores every answer and `summarise` takes means with intervals, beside the
 * built-in ones.
 */
import { usageError } from '../../core/errors.js';
import type { QuestionRow } from '../datasets/rows.js';
import { METRICS } from '../run/metrics.js';
import type { EvalRow } from '../run/row.js';
import type { Grader } from './grade.js';

export type MetricInput = {
  /** The question with its gold answers and pages. */
  readonly asked: QuestionRow;
  /** What the pipeline made of it. */
  readonly row: EvalRow;
  readonly signal: AbortSignal;
};

export type MetricDefinition = {
  readonly name: string;
  /** Raise it when the formula changes: rows of an earlier version are scored again when a run is resumed. */
  readonly version?: number;
  /** `null` where it does not apply to the question. */
  readonly score: (input: MetricInput) => number | null | Promise<number | null>;
};

export function defineMetric({ name, version = 1, score }: MetricDefinition): Grader {
  if (name.trim() === '') throw usageError('A metric needs a name, under which its scores are kept.');
  if (METRICS.includes(name))
    throw usageError(`"${name}" is a metric that comes with Winnow. Give yours another name.`);
  return {
    name,
    by: `${name}@${version}`,
    grade: async ({ row, asked }, { signal }) => {
      const value = await score({ asked, row, signal });
      if (value !== null && !Number.isFinite(value))
        throw usageError(`The metric "${name}" gave ${value}. It must give a number, or null where it does not apply.`);
      return { scores: { [name]: value } };
    },
  };
}
