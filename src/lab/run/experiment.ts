/**
 * Experiments are data: experiments/*.yaml name questions, pipelines and the scores to expect. This reads one, runs it
 * and compares.
 */

import { basename } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { usageError, WinnowError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { readProblem } from '../../core/invalid.js';
import { configSchema } from '../../engine/config.js';
import { createEngine } from '../../engine/index.js';
import { evaluate } from './evaluate.js';
import { METRICS } from './metrics.js';
import { withOutsideData } from './outside-data.js';
import type { PipelineChoice } from './pipelines.js';
import type { EvalRow } from './row.js';
import { openSession, summariseSession } from './session.js';
import { type Metric, metricNamed, type Summary, splitName } from './summary.js';

const metricName = z
  .string()
  .refine((name) => METRICS.includes(splitName(name)[0]), `not a metric; there are: ${METRICS.join(', ')}`);

/** `value: null` stands for a score that was not measured yet: it is printed and cannot fail. */
const expectation = z.strictObject({ value: z.number().nullable(), tolerance: z.number().min(0) });

const experimentSchema = z.strictObject({
  name: z.string().min(1),
  about: z.string().min(1),
  /** Paths are relative to the folder the command runs in; ${WINNOW_DATA} stands for the folder of outside data. */
  data: z.string().min(1),
  docs: z.string().min(1).optional(),
  pipelines: z
    .array(
      z.strictObject({
        pipeline: z.string(),
        label: z.string().optional(),
        options: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
  split: z.string().optional(),
  /** The first so many: expected scores must not move with a seed. */
  limit: z.number().int().min(1).optional(),
  /**
   * So many, each type with its share, as `winnow eval --limit` draws them: the answers of such a run can be replayed.
   */
  drawn: z.number().int().min(1).optional(),
  /** Every so many-th question only, before the limit. */
  every: z.number().int().min(1).optional(),
  /**
   * Over the defaults of the configuration; files and variables do not count, so that an experiment means the same
   * everywhere.
   */
  config: configSchema.partial().optional(),
  expected: z.record(z.string(), z.record(metricName, expectation)),
  /**
   * Figures of a paper that are no scores of answers: measured and compared by a script of their own,
   * scripts/<name>-figures.mjs.
   */
  figures: z.record(z.string(), z.unknown()).optional(),
});

export type Experiment = z.infer<typeof experimentSchema>;

export function readExperiment(file: string): Experiment {
  try {
    const experiment = experimentSchema.parse(
      parseYaml(readFileText(file, { advice: 'Give the YAML file of an experiment.' })),
    );
    const labels = choicesOf(experiment).map(({ label }) => label);
    const unknown = Object.keys(experiment.expected).find((label) => !labels.includes(label));
    if (unknown !== undefined)
      throw new Error(`expected names "${unknown}", but the pipelines are ${labels.join(', ')}`);
    return experiment;
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw usageError(`${basename(file)}: ${readProblem(error)}`, { cause: error });
  }
}

export function choicesOf({ pipelines }: Experiment): PipelineChoice[] {
  return pipelines.map(({ pipeline, label = pipeline, options }) => ({
    label,
    name: pipeline,
    ...(options && { options }),
  }));
}

export type ComparedScore = {
  readonly pipeline: string;
  readonly metric: string;
  readonly expected: number | null;
  readonly tolerance: number;
  readonly measured: Metric | undefined;
  readonly verdict: 'OK' | 'FAIL' | 'NEW';
};

export type Ran = { readonly compared: readonly ComparedScore[]; readonly summary: Summary };

/** `skipped` when the experiment needs outside data and none is there. */
export async function runExperiment(experiment: Experiment, watch: Watch = {}): Promise<Ran | 'skipped'> {
  const data = withOutsideData(experiment.data);
  const docs = experiment.docs === undefined ? undefined : withOutsideData(experiment.docs);
  if (data === undefined || (experiment.docs !== undefined && docs === undefined)) return 'skipped';
  const pipelines = choicesOf(experiment);
  const { split, limit: first, drawn: limit, every } = experiment;
  const drawing = { split, first, limit, every, seed: SEED };
  const session = await openSession({ config: experiment.config ?? {}, data, docs, pipelines, ...drawing });
  const engine = createEngine({ config: session.config, local: session.local });
  const rows: EvalRow[] = [];
  try {
    await engine.prepare();
    watch.onStart?.(session.rows.length * pipelines.length);
    await evaluate(
      { engine, rows: session.rows, pipelines, pageOf: session.pageOf, maxConcurrency: session.hasModel ? 8 : 1 },
      (row) => {
        rows.push(row);
        watch.onRow?.(row);
      },
    );
  } finally {
    await engine.close();
  }
  const summary = summariseSession(session, rows);
  return { compared: compare(experiment, summary), summary };
}

const SEED = 0;

export type Watch = { readonly onStart?: (total: number) => void; readonly onRow?: (row: EvalRow) => void };

/** Rounding of the printed value must not decide. */
const SLACK = 1e-9;

export function compare(
  { expected }: Pick<Experiment, 'expected'>,
  { pipelines }: Pick<Summary, 'pipelines'>,
): ComparedScore[] {
  return Object.entries(expected).flatMap(([pipeline, metrics]) =>
    Object.entries(metrics).map(([metric, { value, tolerance }]): ComparedScore => {
      const summary = pipelines[pipeline];
      const measured = summary && metricNamed(summary, metric);
      const mean = measured?.mean ?? null;
      const near = mean !== null && value !== null && Math.abs(mean - value) <= tolerance + SLACK;
      return {
        pipeline,
        metric,
        expected: value,
        tolerance,
        measured,
        verdict: value === null ? 'NEW' : near ? 'OK' : 'FAIL',
      };
    }),
  );
}

/** "FAIL  hifi-rag  contains@test  expected 0.600 ± 0.020  measured 0.551 [0.480, 0.620] n 47" */
export function comparedLine({ pipeline, metric, expected, tolerance, measured, verdict }: ComparedScore): string {
  const wanted =
    expected === null ? 'expected nothing yet' : `expected ${expected.toFixed(3)} ± ${tolerance.toFixed(3)}`;
  const figures = [measured?.mean, measured?.low, measured?.high].map((value) => value?.toFixed(3) ?? '-');
  return `${verdict.padEnd(4)}  ${pipeline}  ${metric.padEnd(28)}  ${wanted}  measured ${figures[0]} [${figures[1]}, ${figures[2]}] n ${measured?.n ?? 0}`;
}
