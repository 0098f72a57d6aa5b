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
    if (running.has(name)) throw busy(`"${name}" is running. Stop it first.`);
    failures.delete(name);
    const { config: settled, hasModel, perform } = await prepare();
    const controller = new AbortController();
    const { signal } = controller;
    const engine = createEngine({ ...own, config: settled });
    const limited = limitedEngine(engine, { admission, limits, caller, end: (why) => controller.abort(why) });
    const atOnce = [hasModel ? WITH_MODEL : 1, config.server.concurrency, caller.limits.concurrency ?? WITH_MODEL];
    const done = perform(limited, { signal, maxConcurrency: Math.min(...atOnce) })
      .catch((error: unknown) => noteFailure(name, error, signal))
      .finally(async () => {
        running.delete(name);
        await engine.close();
      });
    running.set(name, { controller, done });
    return find(name);
  };

  const noteFailure = (name: string, error: unknown, { aborted, reason }: AbortSignal): void => {
    const why = aborted ? reason : error;
    if (why !== STOPPED) failures.set(name, errorBody(why));
    if (!aborted) onError(error, name);
  };

  const start = async (request: StartRequest, caller: Caller): Promise<LabRun> => {
    const { name, questions: set, corpus } = request;
    if (isLabFolder(pathOf(name))) throw busy(`There is a run "${name}". Choose another name, or go on with it.`);
    const chosen = { ...documentsFor(set, corpus, config), data: questions.pathOf(set) };
    mkdirSync(folder, { recursive: true });
    return begin(name, caller, () => prepareStart(request, chosen, { folder: pathOf(name), resume: false }));
  };

  return {
    folder,
    questions,
    find,
    list: () =>
      namesIn(folder)
        .map((name) => entryOf(name, find))
        .toSorted(newestFirst),
    start,
    goOn: async (name, caller) => {
      const { kind, status } = find(name);
      if (status === 'done') return find(name);
      return begin(name, caller, () => prepareAgain(config, pathOf(name), kind));
    },
    stop: async (name) => {
      const found = running.get(name);
      if (!found && find(name).status === 'running')
        throw busy(`"${name}" runs in another process. Stop it there, by Ctrl-C.`);
      found?.controller.abort(STOPPED);
      await found?.done;
      return find(name);
    },
    remove: (name) => {
      if (find(name).status === 'running') throw busy(`"${name}" is running. Stop it first.`);
      rmSync(pathOf(name), { recursive: true, force: true });
      failures.delete(name);
    },
    watch: (name, signal) =>
      changesOf(
        () => find(name),
        () => running.get(name)?.done,
        signal,
      ),
    close: async () => {
      for (const { controller } of running.values()) controller.abort(STOPPED);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

const busy = (message: string) => refusal(409, { code: 'busy', message });

/** Which documents are searched: those beside the questions, the configured ones, or a corpus. */
function documentsFor(questions: string, corpus: string | undefined, config: Config) {
  if (corpus === undefined) return { config, docs: questions === SAMPLE ? SAMPLE : undefined };
  return corpus === DOCS
    ? { config: { ...config, corpus: '' }, docs: config.docs }
    : { config: { ...config, corpus }, docs: undefined };
}

async function* changesOf(
  find: () => LabRun,
  done: () => Promise<void> | undefined,
  signal: AbortSignal,
): AsyncGenerator<LabRun> {
  for (let last = ''; !signal.aborted; ) {
    const now = find();
    const text = JSON.stringify(now);
    if (text !== last) yield now;
    last = text;
    if (now.status !== 'running') return;
    const later = new Promise((again) => setTimeout(again, WATCH_MS));
    await Promise.race([done() ?? later, later]);
  }
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
