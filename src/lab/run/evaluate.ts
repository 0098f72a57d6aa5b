/**
 * Asks every question of every pipeline and hands on one scored row each, as they end. Writes nothing and prints
 * nothing.
 */
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../core/clock.js';
import { mapConcurrent } from '../../core/concurrent.js';
import { startRun } from '../../core/run.js';
import type { TraceEvent } from '../../core/trace.js';
import type { Engine } from '../../engine/index.js';
import { pageKey } from '../../text/metrics/pages.js';
import type { QuestionRow } from '../datasets/rows.js';
import { type Grader, gradeRow } from '../grade/grade.js';
import type { PageOf } from './gold-pages.js';
import { checkPipelines, type PipelineChoice } from './pipelines.js';
import { type EvalRow, evalRow, rowKey } from './row.js';
import { isLabelled } from './scores.js';

export type EvaluateInput = {
  readonly engine: Engine;
  readonly rows: readonly QuestionRow[];
  readonly pipelines: readonly PipelineChoice[];
  /** The page behind a gold id; by default gold ids are taken as they are. */
  readonly pageOf?: PageOf;
  /** Keys (`rowKey`) of what needs no asking any more. */
  readonly done?: ReadonlySet<string>;
  /** Rows (by `rowKey`) that were asked before and lack a grade: they are graded, not asked again. */
  readonly earlier?: ReadonlyMap<string, EvalRow>;
  /** What each row is graded by, after its answer. */
  readonly graders?: readonly Grader[];
  /** Given each new answer before it is graded: a kill in between loses no answer that was paid for. */
  readonly onAnswered?: (row: EvalRow) => void;
  /** The time at which all questions are asked: prompts that speak of today stay the same when a run is resumed. */
  readonly askedAt?: string;
  readonly maxConcurrency?: number;
  /** Answers that a model was to write and its stand-in wrote count as answers, not as failures. */
  readonly allowFallback?: boolean | undefined;
  /** Cancels the questions in flight, which then have no row, and starts no more. */
  readonly signal?: AbortSignal;
};

type Task = { readonly row: QuestionRow; readonly choice: PipelineChoice };

/** Rejects with the signal's reason when it was aborted. A question that fails is a row; it does not end the run. */
export async function evaluate(input: EvaluateInput, onRow: (row: EvalRow) => void): Promise<void> {
  const { engine, rows, pipelines, done, maxConcurrency = 1 } = input;
  checkPipelines(engine, pipelines);
  const labelled = isLabelled(rows);
  const tasks = tasksOf(rows, pipelines).filter(
    ({ row, choice }) => !done?.has(rowKey({ pipeline: choice.label, id: row.id })),
  );
  const settled = { askedAt: systemClock.now(), pageOf: pageKey, ...input, labelled };
  await startRun(input.signal ? { signal: input.signal } : {}).perform((run) =>
    mapConcurrent(tasks, { limit: maxConcurrency, run }, async (task) => {
      await setImmediate(); // questions that wait for nothing outside would keep timers and Ctrl-C waiting
      run.signal.throwIfAborted();
      const row = await gradedRow(task, settled, run.signal);
      if (!run.signal.aborted) onRow(row);
    }),
  );
}

/** Question by question, so that an unfinished run compares its pipelines on the same questions. */
function tasksOf(rows: readonly QuestionRow[], pipelines: readonly PipelineChoice[]): Task[] {
  return rows.flatMap((row) => pipelines.map((choice) => ({ row, choice })));
}

/** A question that was stopped is asked again later; there is nothing to grade. */
async function gradedRow(task: Task, settled: EvaluateContext, signal: AbortSignal): Promise<EvalRow> {
  const { engine, earlier, graders = [], onAnswered, askedAt } = settled;
  const known = earlier?.get(rowKey({ pipeline: task.choice.label, id: task.row.id }));
  const row = known ?? (await askOne(task, settled, signal));
  if (signal.aborted || row.error?.code === 'cancelled') return row;
  if (!known && graders.length > 0) onAnswered?.(row);
  return gradeRow({ row, asked: task.row, askedAt }, { graders, engine, signal });
}

type EvaluateContext = EvaluateInput &
  Required<Pick<EvaluateInput, 'askedAt' | 'pageOf'>> & { readonly labelled: boolean };

async function askOne({ row, choice }: Task, settled: EvaluateContext, signal: AbortSignal): Promise<EvalRow> {
  const { label, name, options } = choice;
  const { engine, askedAt, pageOf, labelled, allowFallback } = settled;
  const judged = { row, label, pageOf, labelled, allowFallback };
  const events: TraceEvent[] = [];
  try {
    const asking = engine.ask(
      { text: row.question, askedAt },
      { pipeline: name, signal, keepsContext: true, ...(options && { options }) },
    );
    for await (const event of asking) events.push(event);
    return evalRow(judged, { events, outcome: await asking });
  } catch (error) {
    return evalRow(judged, { events, error });
  }
}
