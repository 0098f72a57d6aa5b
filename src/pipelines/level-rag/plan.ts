/**
 * The high-level searcher's plan: atomic questions, each asked once. Those that wait for no answer are asked at the same time, the others as soon as what
 * they refer to is known.
 */
import { mapConcurrent } from '../../core/concurrent.js';
import type { PlanStep, Question } from '../../core/data.js';
import type { Run } from '../../core/run.js';
import type { Stage } from '../../core/stage.js';
import { fillIn, referencesIn } from '../../text/decompose.js';
import { contentWords, questionForm } from '../../text/question.js';
import { terms } from '../../text/terms.js';
import type { Explored } from './atomic.js';
import type { AtomicQuestion } from './searcher.js';

export type Step = {
  readonly round: number;
  /** As planned, with references. */
  readonly planned: string;
  /** As asked, with answers in their place. */
  readonly asked: string;
  readonly explored?: Explored;
  readonly stopped: string;
};

export type Planning = { readonly question: Question; readonly steps: Step[]; readonly concurrency: number };

/** Two questions are one when they ask the same form of thing in the same words. */
export function keyOf(question: string): string {
  return `${questionForm(question)} ${terms(question).join(' ')}`;
}

/** Questions that the plan does not hold yet, each once; at most as many as are left. */
export function newQuestions(questions: readonly string[], steps: readonly Step[], most: number): string[] {
  const known = new Set(steps.flatMap(({ planned, asked }) => [keyOf(planned), keyOf(asked)]));
  const fresh = questions
    .map((text) => text.trim())
    .filter((text) => {
      if (contentWords(text).length === 0 || known.has(keyOf(text))) return false;
      known.add(keyOf(text));
      return true;
    });
  return fresh.slice(0, Math.max(0, most - steps.length));
}

type Pending = { readonly number: number; readonly planned: string };

/** Asks all of them and adds them to the plan in their order. */
export async function carryOut(
  { questions, round }: { readonly questions: readonly string[]; readonly round: number },
  { planning, explore }: { readonly planning: Planning; readonly explore: Stage<AtomicQuestion, Explored> },
  run: Run,
): Promise<void> {
  const { steps, question, concurrency } = planning;
  const first = steps.length;
  const settled = new Map(steps.map((step, at) => [at + 1, step]));
  const explored = new Map(steps.flatMap(({ asked, explored: known }) => (known ? [[keyOf(asked), known] as const] : [])));
  let pending: Pending[] = questions.map((planned, at) => ({ number: first + at + 1, planned }));

  const settle = async ({ number, planned }: Pending): Promise<void> => {
    const asked = fillIn(planned, (reference) => settled.get(reference)?.explored?.finding?.answer || undefined);
    const [missing] = referencesIn(asked);
    const before = explored.get(keyOf(asked));
    const result = missing === undefined ? (before ?? (await explore({ question, atomic: asked }, run))) : undefined;
    if (result) explored.set(keyOf(asked), result);
    const stopped = missing !== undefined ? `the answer to #${missing} is missing` : before ? 'asked before' : (result?.stopped ?? '');
    settled.set(number, { round, planned, asked, ...(result && { explored: result }), stopped });
  };

  while (pending.length > 0) {
    const ready = pending.filter(({ planned }) => referencesIn(planned).every((reference) => settled.has(reference)));
    // A reference in a circle, or to a question that does not exist, will never be answered.
    const wave = ready.length > 0 ? ready : pending;
    await mapConcurrent(wave, { limit: concurrency, run }, settle);
    pending = pending.filter((one) => !wave.includes(one));
  }
  steps.push(...questions.map((_, at) => settled.get(first + at + 1) as Step));
}

/** Steps on whose answers no other step is built: what the question comes down to. */
export function lastSteps(steps: readonly Step[]): Step[] {
  const used = new Set(steps.flatMap(({ planned }) => referencesIn(planned)));
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
