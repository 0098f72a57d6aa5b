/**
 * An experiment from its first question to its last, into its folder: `winnow eval` and `winnow grid` without a
 * terminal.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageError, type WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import type { Engine } from '../../engine/index.js';
import { checkedGrid, type GridFile } from '../../lab/grid/file.js';
import { openGridFolder } from '../../lab/grid/folder.js';
import { finishGrid, prepareGrid } from '../../lab/grid/prepare.js';
import { runGrid } from '../../lab/grid/run.js';
import { evaluate } from '../../lab/run/evaluate.js';
import { sessionInputOf } from '../../lab/run/go-on.js';
import { parsePipelineChoice } from '../../lab/run/pipelines.js';
import type { RunRecord } from '../../lab/run/record.js';
import { rowKey } from '../../lab/run/row.js';
import { openRunFolder } from '../../lab/run/run-folder.js';
import { openSession, type SessionInput, summariseSession } from '../../lab/run/session.js';
import type { StartRequest } from './schemas.js';

export type PreparedExperiment = {
  readonly config: Config;
  readonly hasModel: boolean;
  /** `signal` stops it; what is done by then is kept. */
  readonly perform: (
    engine: Engine,
    pace: { readonly maxConcurrency: number; readonly signal: AbortSignal },
  ) => Promise<void>;
};

type Where = { readonly folder: string; readonly resume: boolean };

/** Opens the folder: a mistake in what is asked, or another writer, is told before anything runs. */
export async function prepareRun(input: SessionInput, { folder, resume }: Where): Promise<PreparedExperiment> {
  const session = await openSession(input);
  const { config, hasModel, pageOf, rows } = session;
  const files = openRunFolder({ folder, record: session.record, resume });
  if (files.rows().some(({ grades }) => grades)) {
    files.close();
    throw graded('eval');
  }
  return {
    config,
    hasModel,
    perform: async (engine, { signal, maxConcurrency }) => {
      const { askedAt } = files.record;
      const done = new Set(files.rows().map(rowKey));
      try {
        await engine.prepare(signal);
        await evaluate(
          { engine, rows, pipelines: input.pipelines, pageOf, done, askedAt, maxConcurrency, signal },
          files.append,
        );
      } finally {
        files.writeSummary(summariseSession(session, files.rows()));
        files.close();
      }
    },
  };
}

export async function prepareGridRun(
  grid: GridFile,
  input: Omit<SessionInput, 'pipelines'>,
  { folder, resume }: Where,
): Promise<PreparedExperiment> {
  const prepared = await prepareGrid(grid, input);
  const { session, points } = prepared;
  const files = openGridFolder({ folder, grid, record: session.record, resume });
  if (points.some((point) => files.rowsThere(point).some(({ grades }) => grades))) throw graded('grid');
  return {
    config: session.config,
    hasModel: session.hasModel,
    perform: async (engine, { signal: stop, maxConcurrency }) => {
      await engine.prepare(stop);
      const scores = await runGrid({
        grid,
        points,
        folder: files,
        session,
        engine,
        maxConcurrency,
        seed: input.seed,
        stop,
      });
      const done = scores.reduce((sum, { rows }) => sum + rows.length, 0);
      if (done === points.length * session.rows.length)
        finishGrid(prepared, { folder: files, scores, seed: input.seed });
    },
  };
}

/** Which graders there were is known to whoever gave the flags. */
const graded = (command: string): WinnowError =>
  usageError(
    `Its answers were graded. Go on with it by winnow ${command} --resume and the same flags as before, so that the others are, too.`,
  );

export type ExperimentInput = { readonly config: Config; readonly data: string; readonly docs?: string | undefined };

export async function prepareStart(
  request: StartRequest,
  { config, data, docs }: ExperimentInput,
  where: Where,
): Promise<PreparedExperiment> {
  const { split, limit, seed } = request;
  const input = { config, data, docs, split, limit, seed };
  if (request.kind === 'run')
    return prepareRun({ ...input, pipelines: request.pipelines.map(parsePipelineChoice) }, where);
  const { name, pipeline, options, axes, response } = request;
  const grid = checkedGrid(() => ({ name, data, docs, split, limit, pipeline, options, axes, response }), { name });
  return prepareGridRun(grid, { ...input, config: withoutCache(config) }, where);
}

/**
 * Replies kept from earlier calls would make points that are the same pipeline equal and free: no noise, no cost to
 * see.
 */
function withoutCache(config: Config): Config {
  return { ...config, calls: { ...config.calls, cache: { ...config.calls.cache, enabled: false } } };
}

/** Goes on with what is in the folder, whoever began it. */
export async function prepareAgain(config: Config, folder: string, kind: 'run' | 'grid'): Promise<PreparedExperiment> {
  const where = { folder, resume: true };
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
  if (kind === 'run') return prepareRun(sessionInputOf(read('run.json') as RunRecord, config), where);
  const { grid, run } = read('grid.json') as { readonly grid: GridFile; readonly run: Omit<RunRecord, 'pipelines'> };
  if (grid.config) throw usageError('This grid has a configuration of its own. Go on with it by winnow grid --resume.');
  return prepareGridRun(grid, sessionInputOf({ ...run, pipelines: {} }, withoutCache(config)), where);
}
