/**
 * The high-level searcher's plan: atomic questions, each asked once. Those that wait for no answer are asked at the
 * same time, the others as soon as what they refer to is known.
 */
import { mapConcurrent } from '../../core/concurrent.js';
import type { PlanStep, Question } from '../../core/data.js';
import type { Run } from '../../core/run.js';
import type { Stage } from '../../core/stage.js';
import { fillIn, referencesIn } from '../../text/decompose.js';
import { contentWords, questionForm } from '../../text/question.js';
import { terms } from '../../text/terms.js';
import type { Exploration } from './atomic.js';
import type { AtomicQuestion } from './searcher.js';

export type Step = {
  readonly round: number;
  /** As planned, with references. */
  readonly planned: string;
  /** As asked, with answers in their place. */
  readonly asked: string;
  /** Numbers of the steps whose answers it asks with. */
  readonly needs: readonly number[];
  readonly explored?: Exploration;
  readonly stopped: string;
};

/** What has been asked so far. A round of questions makes a new plan; none is changed. */
export type Plan = { readonly question: Question; readonly steps: readonly Step[] };

export type CarryOut = {
  readonly questions: readonly string[];
  readonly round: number;
  readonly explore: Stage<AtomicQuestion, Exploration>;
  readonly concurrency: number;
  /** Without summaries nothing is known that a question could build on: references stay as they are written. */
  readonly summaries?: boolean;
};

/** Two questions are one when they ask the same form of thing in the same words. */
export function keyOf(question: string): string {
  return `${questionForm(question)} ${terms(question).join(' ')}`;
}

/**
 * The places of `#1`, `#2` that mean a step. The user's own "#1", a step's own number and numbers that no step has are
 * words like others.
 */
function needsOf(
  { number, planned }: PendingStep,
  { question, total }: { readonly question: Question; readonly total: number },
): number[] {
  if (planned === question.text) return [];
  return referencesIn(planned).filter((reference) => reference >= 1 && reference <= total && reference !== number);
}

/**
 * Questions that the plan does not hold yet, each once; at most as many as are left. The first given is number
 * `steps.length + 1`; where one is left out, the references of the others follow: to the number of the one it repeats,
 * and what needs one that is gone is gone, too.
 */
export function newQuestions(given: readonly string[], { question, steps }: Plan, most: number): string[] {
  const total = steps.length + given.length;
  const known = new Map(
    steps.flatMap(({ planned, asked }, at) => [planned, asked].map((text) => [keyOf(text), at + 1] as const)),
  );
  const numbers = new Map(steps.map((_, at) => [at + 1, at + 1]));
  const renumbered = (pending: PendingStep) => {
    const needs = needsOf(pending, { question, total });
    return fillIn(pending.planned, (reference) =>
      needs.includes(reference) ? `#${numbers.get(reference) ?? reference}` : undefined,
    );
  };
  const kept: PendingStep[] = [];
  for (const pending of given.map((text, at) => ({ number: steps.length + at + 1, planned: text.trim() }))) {
    const key = keyOf(renumbered(pending));
    const isNew = contentWords(pending.planned).length > 0 && !known.has(key) && steps.length + kept.length < most;
    if (isNew) known.set(key, steps.length + kept.push(pending));
    const number = known.get(key);
    if (number !== undefined) numbers.set(pending.number, number);
  }
  const stranded = kept.filter((pending) =>
    needsOf(pending, { question, total }).some((reference) => !numbers.has(reference)),
  );
  if (stranded.length === 0) return kept.map(renumbered);
  const rest = given.map((text, at) => (stranded.some(({ number }) => number === steps.length + at + 1) ? '' : text));
  return newQuestions(rest, { question, steps }, most);
}

type PendingStep = { readonly number: number; readonly planned: string };

/** A name, a date, a short phrase. What is longer came from a page as it stands, and makes no question. */
const LONGEST_ANSWER = 100;

function shortAnswerOf(step: Step | undefined): string | undefined {
  const answer = step?.explored?.finding?.answer.replace(/\s+/g, ' ').trim() ?? '';
  return answer === '' || answer.length > LONGEST_ANSWER ? undefined : answer;
}

/** The plan with all of the questions asked, in their order. */
export async function carryOut(
  { question, steps }: Plan,
  { questions, round, explore, concurrency, summaries = true }: CarryOut,
  run: Run,
): Promise<Plan> {
  const first = steps.length;
  const settled = new Map(steps.map((step, at) => [at + 1, step]));
  // Searches under way count as made: the same question twice in one wave is searched once.
  const searches = new Map<string, Promise<Exploration>>();
  for (const { asked, explored } of steps) if (explored) searches.set(keyOf(asked), Promise.resolve(explored));
  let pending = questions.map((planned, at) => {
    const number = first + at + 1;
    const needs = summaries ? needsOf({ number, planned }, { question, total: first + questions.length }) : [];
    return { number, planned, needs };
  });

  const settle = async ({
    number,
    planned,
    needs,
  }: PendingStep & { readonly needs: readonly number[] }): Promise<void> => {
    const answers = new Map(needs.map((reference) => [reference, shortAnswerOf(settled.get(reference))]));
    const asked = fillIn(planned, (reference) => answers.get(reference));
    const base = { round, planned, asked, needs };
    const missing = needs.find((reference) => answers.get(reference) === undefined);
    if (missing !== undefined) {
      settled.set(number, { ...base, stopped: `the answer to #${missing} is missing` });
      return;
    }
    const before = searches.get(keyOf(asked));
    const search = before ?? explore({ question, atomic: asked }, run);
    searches.set(keyOf(asked), search);
    const explored = await search;
    settled.set(number, { ...base, explored, stopped: before ? 'asked before' : explored.stopped });
  };

  while (pending.length > 0) {
    const ready = pending.filter(({ needs }) => needs.every((reference) => settled.has(reference)));
    // References in a circle will never be answered.
    const wave = ready.length > 0 ? ready : pending;
    await mapConcurrent(wave, { limit: concurrency, run }, settle);
    pending = pending.filter((one) => !wave.includes(one));
  }
  return { question, steps: [...steps, ...questions.map((_, at) => settled.get(first + at + 1) as Step)] };
}

/** Steps on whose answers no other step is built: what the question comes down to. */
export function lastSteps(steps: readonly Step[]): Step[] {
  const used = new Set(steps.flatMap(({ needs }) => needs));
  return steps.filter((_, at) => !used.has(at + 1));
}

export function planOf(steps: readonly Step[]): PlanStep[] {
  return steps.map(({ round, asked, explored, stopped }) => ({
    round,
    question: asked,
    queries: explored?.queries ?? [],
    found: explored?.found ?? [],
    answer: explored?.finding?.summary ?? null,
    stopped,
  }));
}
