/**
 * What making questions would cost: the prompts of a few questions as they would be sent, counted and not sent. How
 * long replies are and how many questions are rejected is a guess.
 */
import type { Passage, Usage } from '../../core/data.js';
import type { ChatModels, Message, Role } from '../../core/ports.js';
import { fenceWith } from '../../core/prompt.js';
import { makePrompts } from '../../engine/synth.js';
import { seededRandom } from '../../text/random.js';
import { ASSUMED_TOKENS } from '../run/estimate.js';
import { drawCategories } from './config.js';
import type { SynthInput } from './model.js';
import { passagesInOrder } from './model.js';

export type SynthEstimate = Omit<Usage, 'ms'> & { readonly questions: number; readonly sampled: number };

const SAMPLE = 3;
const CHARACTERS_PER_TOKEN = 4;
/** Every second question is made anew once. */
export const ASSUMED_ATTEMPTS = 1.5;

type Call = { readonly role: Role; readonly messages: readonly Message[]; readonly outputTokens: number };

export function estimateSynth(input: Omit<SynthInput, 'signal' | 'maxConcurrency'>): SynthEstimate {
  const { source, documents, seed, count, done } = input;
  const order = passagesInOrder(documents, seed);
  const calls = order
    .slice(0, SAMPLE)
    .flatMap((passage, at) => callsFor(passage, order[at + 1] ?? passage, { ...input, index: at }));
  const sampled = Math.min(SAMPLE, order.length);
  const questions = Math.max(0, count - done.length);
  const times = sampled === 0 ? 0 : (questions * ASSUMED_ATTEMPTS) / sampled;
  const total = (of: (call: Call) => number) => Math.round(calls.reduce((sum, call) => sum + of(call), 0) * times);
  const costs = calls.map((call) => costOf(call, source.models));
  const costUsd = costs.includes(null) ? null : (costs as number[]).reduce((sum, cost) => sum + cost, 0) * times;
  return {
    questions,
    sampled,
    calls: total(() => 1),
    inputTokens: total(inputOf),
    outputTokens: total(({ outputTokens }) => outputTokens),
    costUsd,
  };
}

type SampleInput = Pick<SynthInput, 'config' | 'multi' | 'seed' | 'newerThan'> & { readonly index: number };

/** Writing, checking, answering with the passages and without, comparing. */
function callsFor(passage: Passage, other: Passage, { config, multi, seed, newerThan, index }: SampleInput): Call[] {
  const { questions, users, isMulti } = drawCategories(config, seededRandom(`categories ${seed} ${index}`), multi);
  const passages = isMulti ? [passage, other] : [passage];
  const fence = fenceWith('000000000000');
  const wishes = (drawn: typeof questions) =>
    drawn.map(({ name, category }) => ({ name, category: category.name, description: category.description }));
  const text = 'word '.repeat(ASSUMED_TOKENS.prose / 2);
  const question = { text: 'word '.repeat(QUESTION_WORDS), askedAt: '2026-01-01T00:00:00.000Z' };
  const { make, check, answer, recall, agree } = makePrompts;
  const makeVars = { passages, wishes: wishes(questions), users: wishes(users), newerThan };
  return [
    { role: 'large', messages: make.render(makeVars, fence), outputTokens: ASSUMED_TOKENS.prose },
    { role: 'judge', messages: check.render({ claim: text, passages }, fence), outputTokens: SHORT_REPLY },
    {
      role: 'small',
      messages: answer.render({ question, passages, abstain: true }, fence),
      outputTokens: ASSUMED_TOKENS.json,
    },
    { role: 'small', messages: recall.render({ question }, fence), outputTokens: ASSUMED_TOKENS.json },
    { role: 'judge', messages: agree.render({ question, text, draft: text }, fence), outputTokens: SHORT_REPLY },
  ];
}

const QUESTION_WORDS = 15;
const SHORT_REPLY = 10;

const inputOf = ({ messages }: Call): number =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / CHARACTERS_PER_TOKEN);

function costOf(call: Call, models: ChatModels): number | null {
  const price = models[call.role]?.price;
  return price ? (inputOf(call) * price.input + call.outputTokens * price.output) / 1_000_000 : null;
}
