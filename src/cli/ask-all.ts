/** Asks and grades what a run does not have yet, with progress: what `winnow eval`, `ablate` and `tune` share. */
import { WinnowError } from '../core/errors.js';
import { createEngine, type Engine } from '../engine/index.js';
import { unreadLine } from '../engine/unread-files.js';
import { type Grader, isGraded } from '../lab/grade/grade.js';
import { evaluate } from '../lab/run/evaluate.js';
import type { PipelineChoice } from '../lab/run/pipelines.js';
import type { RunRecord } from '../lab/run/record.js';
import { type EvalRow, rowKey } from '../lab/run/row.js';
import { openRunFolder, type RunFolder } from '../lab/run/run-folder.js';
import type { Session } from '../lab/run/session.js';
import type { Terminal } from './common.js';
import { evalProgress } from './eval-progress.js';
import type { RunFlags } from './run-flags.js';
import { oneLine } from './terminal.js';

/** Where rows go: the folder of a run, or the memory of this process where none is named. */
export function openRows(
  record: RunRecord,
  { out, resume, retryErrors }: Pick<RunFlags, 'out' | 'resume' | 'retryErrors'>,
): RunFolder {
  if (out !== undefined) return openRunFolder({ folder: out, record, resume, retryErrors });
  const rows = new Map<string, EvalRow>();
  return {
    record,
    rows: () => [...rows.values()],
    append: (row) => void rows.set(rowKey(row), row),
    writeSummary: () => undefined,
    close: () => undefined,
  };
}

export type AskAll = Terminal & {
  readonly session: Session;
  readonly pipelines: readonly PipelineChoice[];
  readonly graders: readonly Grader[];
  readonly rows: RunFolder;
  readonly maxConcurrency?: number | undefined;
  readonly allowFallback?: boolean | undefined;
};

/** Rows of an earlier run that are only graded now. */
const NOTHING_SPENT = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: 0 };

/** The text is why it stopped before the end, if it did. */
export async function askAll({ session, pipelines, graders, rows, signal, line, ...bounds }: AskAll): Promise<string> {
  const finished = rows.rows().filter((row) => isGraded(row, graders));
  const done = new Set(finished.map(rowKey));
  const earlier = new Map(rows.rows().flatMap((row) => (done.has(rowKey(row)) ? [] : [[rowKey(row), row]])));
  const total = session.rows.length * pipelines.length;
  if (done.size >= total) return '';
  const onProgress = (at: number, all: number, what: string) => line.update(`${at}/${all} ${what}`);
  const engine = createEngine({ config: session.config, local: session.local, onProgress });
  const progress = evalProgress({ line, moving: process.stderr.isTTY === true, before: finished, total });
  const asking = { engine, graders, earlier, done, pipelines, signal, rows: session.rows, pageOf: session.pageOf };
  const { maxConcurrency = session.hasModel ? 8 : 1, allowFallback } = bounds;
  const settled = { maxConcurrency, allowFallback, askedAt: rows.record.askedAt, onAnswered: rows.append };
  try {
    const read = await readPages(engine, { signal, line });
    const settings = pipelines.length > 1 ? `${pipelines.length} settings, ` : '';
    const left = `${total - done.size - earlier.size} to ask${earlier.size > 0 ? `, ${earlier.size} to grade` : ''}`;
    line.print(`${settings}${session.rows.length} questions, ${read} of ${session.record.docs.folder}, ${left}`);
    progress.start();
    await evaluate({ ...asking, ...settled }, (row) => {
      rows.append(row);
      progress.add(earlier.has(rowKey(row)) ? { ...row, usage: NOTHING_SPENT } : row);
    });
    return '';
  } catch (error) {
    if (!signal.aborted) throw error;
    return error instanceof WinnowError ? error.message : 'The run was cancelled.';
  } finally {
    progress.stop();
    await engine.close();
  }
}

async function readPages(engine: Engine, { signal, line }: Terminal): Promise<string> {
  line.update('reading the pages ...');
  const prepared = await engine.prepare(signal);
  const skipped = unreadLine(prepared);
  if (skipped !== undefined) line.print(oneLine(skipped));
  return `${prepared.pages} pages`;
}
