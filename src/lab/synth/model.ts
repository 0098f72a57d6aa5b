/**
 * Questions by a language model: categories and passages are drawn per question from the seed, so that a stopped run
 * goes on as it would have gone on.
 */
import { mapConcurrent } from '../../core/concurrent.js';
import type { Passage } from '../../core/data.js';
import { messageOf, usageError, WinnowError } from '../../core/errors.js';
import { startRun } from '../../core/run.js';
import type { QuestionSource, SourceDocument, Wish } from '../../engine/synth.js';
import { inTurns } from '../../text/fuse.js';
import { seededRandom, shuffled } from '../../text/random.js';
import { type DrawnCategories, drawCategories, isAboutDocuments, type SynthConfig } from './config.js';
import { goldOf, MULTI, SINGLE, type SynthRow } from './rows.js';

export type SynthInput = {
  readonly source: QuestionSource;
  readonly documents: readonly SourceDocument[];
  readonly config: SynthConfig;
  /** The share of questions over two documents. */
  readonly multi: number;
  readonly count: number;
  readonly seed: number;
  readonly newerThan?: string | undefined;
  /** Rows of earlier runs. */
  readonly done: readonly SynthRow[];
  readonly maxConcurrency: number;
  readonly signal: AbortSignal;
};

export type SynthWatch = {
  readonly onRow: (row: SynthRow) => void;
  readonly onRejected: (reason: string) => void;
  readonly onCost: (tokens: number, costUsd: number | null) => void;
};

export type SynthTools = SynthWatch & { readonly isNew: (question: string) => boolean };

/** How often one question is tried, from other passages each time, before it is given up. */
const MOST_ATTEMPTS = 4;
/** Sections shorter than this say too little to ask for; of longer ones than the other the beginning is shown. */
const FEWEST_WORDS = 40;
const MOST_CHARACTERS = 6000;
/** The second document is drawn among so many related ones. */
const RELATED = 3;

export async function askModel(input: SynthInput, tools: SynthTools): Promise<void> {
  const { count, seed, done, maxConcurrency, signal } = input;
  const order = passagesInOrder(input.documents, seed);
  if (order.length === 0)
    throw usageError(`No section of the documents has ${FEWEST_WORDS} words or more: there is nothing to ask about.`);
  const there = new Set(done.map(({ id }) => id));
  const wanted = Array.from({ length: count }, (_, index) => index).filter((index) => !there.has(idOf(seed, index)));
  const failures = failureWatch();
  const step = stepOver(order.length, count);
  await startRun({ signal }).perform((run) =>
    mapConcurrent(wanted, { limit: maxConcurrency, run }, (index) =>
      makeOne({ ...input, signal: run.signal }, { order, index, step, failures }, tools),
    ),
  );
  if (done.length === 0) failures.throwIfAll();
}

/**
 * The first number from `count` on that shares no divisor with the number of passages: no attempt sees the passage of
 * another attempt again.
 */
function stepOver(passages: number, count: number): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  let step = count;
  while (divisor(step, passages) !== 1) step += 1;
  return step;
}

/** So many failures one after the other are the model's, not the passages'. */
const MOST_FAILURES_IN_A_ROW = 10;

type FailureWatch = {
  readonly succeeded: () => void;
  /** Throws the error when too many came before it. */
  readonly failed: (error: unknown) => void;
  /** Throws the last error when no attempt ever succeeded. */
  readonly throwIfAll: () => void;
};

function failureWatch(): FailureWatch {
  let [inRow, isAlive]: [number, boolean] = [0, false];
  let last: unknown;
  return {
    succeeded: () => {
      [inRow, isAlive] = [0, true];
    },
    failed: (error) => {
      inRow += 1;
      last = error;
      if (inRow >= MOST_FAILURES_IN_A_ROW) throw error;
    },
    throwIfAll: () => {
      if (!isAlive && inRow > 0) throw last;
    },
  };
}

const idOf = (seed: number, index: number): string => `m-${seed}-${index}`;

/** Documents in a drawn order, and of each one passage at a time. */
export function passagesInOrder(documents: readonly SourceDocument[], seed: number): Passage[] {
  const random = seededRandom(`passages ${seed}`);
  const usable = ({ text }: Passage) => text.split(/\s+/).length >= FEWEST_WORDS;
  return inTurns(shuffled(documents, random).map(({ passages }) => shuffled(passages.filter(usable), random)));
}

type Task = {
  readonly order: readonly Passage[];
  readonly index: number;
  readonly step: number;
  readonly failures: FailureWatch;
};

async function makeOne(input: SynthInput, { order, index, step, failures }: Task, tools: SynthTools): Promise<void> {
  const { config, multi, seed } = input;
  const drawn = drawCategories(config, seededRandom(`categories ${seed} ${index}`), multi);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const first = order[(index + attempt * step) % order.length] as Passage;
    const passages = await passagesFor(first, {
      input,
      isMulti: drawn.isMulti,
      random: seededRandom(`second ${seed} ${index} ${attempt}`),
    });
    if (!passages) {
      tools.onRejected('no related document');
      continue;
    }
    const row = await attemptOne(input, { drawn, passages, index, attempt, failures }, tools);
    if (row) return tools.onRow(row);
  }
  tools.onRejected(`given up after ${MOST_ATTEMPTS} attempts`);
}

type PassageChoice = { readonly input: SynthInput; readonly isMulti: boolean; readonly random: () => number };

async function passagesFor(first: Passage, { input, isMulti, random }: PassageChoice): Promise<Passage[] | undefined> {
  if (!isMulti) return [shortened(first)];
  const allowed = new Set(input.documents.map(({ document }) => document.id));
  const related = (await input.source.related(first, input.signal)).filter(({ source }) => allowed.has(source.id));
  const second = related[Math.floor(random() * Math.min(RELATED, related.length))];
  return second && [shortened(first), shortened(second)];
}

function shortened(passage: Passage): Passage {
  if (passage.text.length <= MOST_CHARACTERS) return passage;
  const text = passage.text.slice(0, passage.text.lastIndexOf(' ', MOST_CHARACTERS));
  return { ...passage, text, end: passage.start + text.length };
}

type Attempt = Pick<Task, 'index' | 'failures'> & {
  readonly drawn: DrawnCategories;
  readonly passages: readonly Passage[];
  readonly attempt: number;
};

async function attemptOne(
  input: SynthInput,
  { drawn, passages, index, attempt, failures }: Attempt,
  tools: SynthTools,
): Promise<SynthRow | undefined> {
  const { source, seed, newerThan, signal } = input;
  const vars = { passages, wishes: wishesOf(drawn.questions), users: wishesOf(drawn.users), newerThan };
  const { result, usage } = await source
    .make(vars, { label: `synth ${seed} ${index} ${attempt}`, signal })
    .catch((error: unknown) => {
      if (signal.aborted) throw error;
      failures.failed(error); // a passage may be refused (too long, filtered): the next one is tried
      const isLate = error instanceof WinnowError && error.code === 'deadline';
      return {
        result: { rejected: isLate ? 'took longer than one question may' : messageOf(error) },
        usage: undefined,
      };
    });
  if (usage) {
    failures.succeeded();
    tools.onCost(usage.inputTokens + usage.outputTokens, usage.costUsd);
  }
  const rejected =
    'rejected' in result ? result.rejected : tools.isNew(result.made.question) ? undefined : 'asked before';
  if (rejected !== undefined || !('made' in result)) return void tools.onRejected(rejected ?? '');
  const { question, answer, short } = result.made;
  const named = (list: DrawnCategories['questions']) =>
    Object.fromEntries(list.map(({ name, category }) => [name, category.name]));
  return {
    id: idOf(seed, index),
    question: question.trim(),
    answers: short.trim() === '' ? [] : [short.trim()],
    reference: answer.trim(),
    ...goldOf(passages.map((passage) => passage.source)),
    type: typeOf(input, drawn),
    categories: named(drawn.questions),
    users: named(drawn.users),
  };
}

/** The category that says how many documents it takes, where the configuration has one. */
function typeOf({ config }: SynthInput, { questions, isMulti }: DrawnCategories): string {
  const about = config.questions.find(isAboutDocuments);
  return questions.find(({ name }) => name === about?.name)?.category.name ?? (isMulti ? MULTI : SINGLE);
}

const wishesOf = (drawn: DrawnCategories['questions']): Wish[] =>
  drawn.map(({ name, category }) => ({ name, category: category.name, description: category.description }));
