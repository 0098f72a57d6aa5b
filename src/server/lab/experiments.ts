/**
 * The lab's experiments: those in its folder, whoever wrote them, and those that run here. Their files are the lab's
 * own.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { createEngine, type EngineInput } from '../../engine/index.js';
import { createGrowingRows } from '../../lab/folder/growing-rows.js';
import { isLabFolder, type LabState, labState, namesIn } from '../../lab/folder/state.js';
import type { Admission } from '../admission.js';
import type { Caller } from '../callers/caller.js';
import type { Limits } from '../callers/limits.js';
import { DOCS } from '../engines.js';
import { type ErrorBody, errorBody, notFound, refusal } from '../refusal.js';
import { limitedEngine } from './limited-engine.js';
import { type PreparedExperiment, prepareAgain, prepareStart } from './perform.js';
import { createQuestionSets, type QuestionSets, SAMPLE } from './questions.js';
import type { LabEntry, LabRun, StartRequest } from './schemas.js';

export type Experiments = {
  readonly folder: string;
  readonly questions: QuestionSets;
  readonly list: () => LabEntry[];
  readonly find: (name: string) => LabRun;
  readonly start: (request: StartRequest, caller: Caller) => Promise<LabRun>;
  readonly goOn: (name: string, caller: Caller) => Promise<LabRun>;
  readonly stop: (name: string) => Promise<LabRun>;
  readonly remove: (name: string) => void;
  /** At each change, until it is over. */
  readonly watch: (name: string, signal: AbortSignal) => AsyncGenerator<LabRun>;
  readonly close: () => Promise<void>;
};

export type ExperimentParts = {
  readonly config: Config;
  readonly own: Omit<EngineInput, 'config'>;
  readonly admission: Admission;
  readonly limits: Pick<Limits, 'reserve'>;
  readonly onError: (error: unknown, name: string) => void;
};

type RunningExperiment = { readonly controller: AbortController; readonly done: Promise<void> };

const WATCH_MS = 700;
const WITH_MODEL = 8;

export function createExperiments({ config, own, admission, limits, onError }: ExperimentParts): Experiments {
  const folder = resolve(config.server.labFolder);
  const questions = createQuestionSets(folder);
  const rowsOf = createGrowingRows();
  const running = new Map<string, RunningExperiment>();
  const failures = new Map<string, ErrorBody['error']>();
  const pathOf = (name: string): string => join(folder, name);

  const find = (name: string): LabRun => {
    if (!isLabFolder(pathOf(name))) throw notFound(`run or grid "${name}"`);
    return labRunOf(name, labState(pathOf(name), rowsOf), { isHere: running.has(name), error: failures.get(name) });
  };

  const begin = async (name: string, caller: Caller, prepare: () => Promise<PreparedExperiment>): Promise<LabRun> => {
    if (running.has(name)) throw refusal(409, { code: 'busy', message: `"${name}" is running. Stop it first.` });
    failures.delete(name);
    const { config: settled, hasModel, perform } = await prepare();
    const controller = new AbortController();
    const { signal } = controller;
    const engine = createEngine({ ...own, config: settled });
    const limited = limitedEngine(engine, { admission, limits, caller, end: (why) => controller.abort(why) });
    const maxConcurrency = Math.min(
      hasModel ? WITH_MODEL : 1,
      config.server.concurrency,
      caller.limits.concurrency ?? WITH_MODEL,
    );
    const done = perform(limited, { signal, maxConcurrency })
      .catch((error: unknown) => {
        const why = signal.aborted ? signal.reason : error;
        if (why !== STOPPED) failures.set(name, errorBody(why));
        if (!signal.aborted) onError(error, name);
      })
      .finally(async () => {
        running.delete(name);
        await engine.close();
      });
    running.set(name, { controller, done });
    return find(name);
  };

  return {
    folder,
    questions,
    find,
    list: () =>
      namesIn(folder)
        .map((name) => entryOf(name, find))
        .toSorted(newestFirst),
    start: async (request, caller) => {
      const { name, questions: set, corpus } = request;
      if (isLabFolder(pathOf(name)))
        throw refusal(409, {
          code: 'busy',
          message: `There is a run "${name}". Choose another name, or go on with it.`,
        });
      const data = questions.pathOf(set);
      const beside = set === SAMPLE ? SAMPLE : undefined;
      const docs = corpus === undefined ? beside : corpus === DOCS ? config.docs : undefined;
      const searched = corpus === undefined ? config : { ...config, corpus: corpus === DOCS ? '' : corpus };
      mkdirSync(folder, { recursive: true });
      return begin(name, caller, () =>
        prepareStart(request, { config: searched, data, docs }, { folder: pathOf(name), resume: false }),
      );
    },
    goOn: async (name, caller) => {
      const { kind, status } = find(name);
      if (status === 'done') return find(name);
      return begin(name, caller, () => prepareAgain(config, pathOf(name), kind));
    },
    stop: async (name) => {
      const found = running.get(name);
      if (!found && find(name).status === 'running')
        throw refusal(409, { code: 'busy', message: `"${name}" runs in another process. Stop it there, by Ctrl-C.` });
      found?.controller.abort(STOPPED);
      await found?.done;
      return find(name);
    },
    remove: (name) => {
      if (find(name).status === 'running')
        throw refusal(409, { code: 'busy', message: `"${name}" is running. Stop it first.` });
      rmSync(pathOf(name), { recursive: true, force: true });
      failures.delete(name);
    },
    watch: async function* (name, signal) {
      for (let last = ''; !signal.aborted; ) {
        const now = find(name);
        const text = JSON.stringify(now);
        if (text !== last) yield now;
        last = text;
        if (now.status !== 'running') return;
        const done = running.get(name)?.done ?? new Promise<never>(() => undefined);
        await Promise.race([done, new Promise((again) => setTimeout(again, WATCH_MS))]);
      }
    },
    close: async () => {
      for (const { controller } of running.values()) controller.abort(STOPPED);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Whoever stopped it knows. */
const STOPPED = new WinnowError('cancelled', 'The experiment was stopped. What was asked is kept.');

type ExperimentView = { readonly isHere: boolean; readonly error: ErrorBody['error'] | undefined };

function labRunOf(name: string, state: LabState, { isHere, error }: ExperimentView): LabRun {
  const { grid, columns, ...rest } = state;
  return {
    name,
    ...rest,
    status: isHere ? 'running' : state.status,
    labels: columns.map(({ label }) => label),
    columns,
    ...(grid && {
      grid: {
        ...grid,
        noiseFloor: grid.noise?.floor ?? null,
        points: grid.points.map(({ name: point, response }) => ({ name: point, response })),
      },
    }),
    ...(error && { error }),
  };
}

/** One folder that cannot be read does not hide the others. */
function entryOf(name: string, find: (name: string) => LabRun): LabEntry {
  try {
    const { columns: _, models: __, grid: ___, ...entry } = find(name);
    return entry;
  } catch (error) {
    const nothing = { done: 0, total: 0, askedAt: '', questions: '', documents: '', labels: [] };
    return {
      name,
      kind: 'run',
      status: 'unreadable',
      ...nothing,
      error: { code: 'unreadable', message: messageOf(error) },
    };
  }
}

const newestFirst = (one: LabEntry, other: LabEntry): number => other.askedAt.localeCompare(one.askedAt);
