/**
 * The comparators' prompts, in our own words; what each receives and returns is its paper's. What a model wrote from
 * pages is fenced as pages are.
 */
import { z } from 'zod';
import type { Passage, Question } from '../../core/data.js';
import { definePrompt, FENCE_RULE, type Fence, proseReply } from '../../core/prompt.js';
import { listPassages } from '../../prompts/answer.js';
import { type AnswerVars, NO_ANSWER } from '../../stages/write-answer.js';

type QuestionVars = { readonly question: Question };
type PassageVars = QuestionVars & { readonly passages: readonly Passage[] };

const dated = ({ text, askedAt }: Question) => `Question (asked on ${askedAt.slice(0, 10)}): ${text}`;
const fenced = (lines: readonly string[], fence: Fence) =>
  lines.length > 0 ? fence(lines.join('\n')) : '(nothing yet)';

export const memoryPrompt = definePrompt({
  id: 'baselines/no-retrieval-answer',
  version: 1,
  reply: proseReply,
  render: ({ question, abstain }: AnswerVars) => [
    {
      role: 'system',
      content: `You answer questions from what you know. Write plain text, as short as the question allows, without preamble.${abstain ? ` If you do not know the answer, reply with exactly: ${NO_ANSWER}` : ''}`,
    },
    { role: 'user', content: dated(question) },
  ],
});

export const hypotheticalPrompt = definePrompt({
  id: 'baselines/hyde-passage',
  version: 1,
  reply: proseReply,
  render: ({ question }: QuestionVars) => [
    {
      role: 'system',
      content:
        'You write a short passage of the kind that an encyclopedia or a good web page would hold, and that answers the question. It may be wrong in its facts; ' +
        'keep every name, number and date of the question as spelled. Reply with the passage alone.',
    },
    { role: 'user', content: dated(question) },
  ],
});

export type ReactAction = {
  readonly thought: string;
  readonly action: 'search' | 'lookup' | 'finish';
  readonly input: string;
};

/**
 * A step without an action is one that could not be read. What came of an action is text of a page, or a remark of ours.
 */
export type ReactStep = { readonly action?: ReactAction; readonly observation: string; readonly isOfPage: boolean };

const LAST_STEP = ' This is the last step.';

export const reactPrompt = definePrompt({
  id: 'baselines/react-step',
  version: 3,
  reply: z.object({
    thought: z.string().default(''),
    action: z.enum(['search', 'lookup', 'finish']),
    input: z.string().min(1),
  }),
  render: (
    { question, steps, left, abstain }: QuestionVars & { steps: readonly ReactStep[]; left: number; abstain: boolean },
    fence,
  ) => [
    {
      role: 'system',
      content:
        'You answer a question by acting step by step. Each step is one JSON object {"thought": what you think now, "action": "search", "lookup" or "finish", ' +
        '"input": text}. search opens the best page for the query in input; lookup shows the next sentence with the string in input on the page opened last; ' +
        `finish ends with the answer in input, as short as the question allows, taken from what you were shown. If the pages contradict what the question takes for granted, finish with what they state instead. ${FENCE_RULE}` +
        `${abstain ? ` If the pages do not hold the answer, finish with exactly: ${NO_ANSWER}` : ''} Reply with the one JSON object of the next step and nothing else.`,
    },
    {
      role: 'user',
      content: `${dated(question)}\n\n${listSteps(steps, fence)}${left} steps are left.${left === 1 ? LAST_STEP : ''} The next step:`,
    },
  ],
});

function listSteps(steps: readonly ReactStep[], fence: Fence): string {
  return steps
    .map(({ action, observation, isOfPage }, at) => {
      const done = action ? `\n${fence(JSON.stringify(action))}` : ' (unreadable)';
      return `Step ${at + 1}:${done}\nWhat came of it:\n${fence(observation, isOfPage ? 'page' : undefined)}\n\n`;
    })
    .join('');
}

export const chainPrompt = definePrompt({
  id: 'baselines/ircot-sentence',
  version: 1,
  reply: z.object({ sentence: z.string().min(1), done: z.boolean().default(false) }),
  render: ({ question, passages, chain }: PassageVars & { chain: readonly string[] }, fence) => [
    {
      role: 'system',
      content:
        `You reason towards the answer of a question, one sentence at a time, from the passages you are shown. ${FENCE_RULE} Reply with one JSON object ` +
        '{"sentence": the next sentence of the reasoning, "done": true if that sentence states the answer, else false} and nothing else.',
    },
    {
      role: 'user',
      content: `${listPassages(passages, fence)}\n\n${dated(question)}\n\nThe reasoning so far:\n${fenced(chain, fence)}\n\nThe next sentence:`,
    },
  ],
});

export const iterationPrompt = definePrompt({
  id: 'baselines/itrg-text',
  version: 1,
  reply: proseReply,
  render: ({ question, passages, previous }: PassageVars & { previous: string | undefined }, fence) => [
    {
      role: 'system',
      content:
        `You write a short text that holds what is needed to answer a question, from the passages you are shown${previous === undefined ? '' : ' and an earlier text that you improve: correct it and add to it'}. ` +
        `${FENCE_RULE} Reply with the text alone, at most five sentences.`,
    },
    {
      role: 'user',
      content: `${listPassages(passages, fence)}\n\n${previous === undefined ? '' : `The earlier text:\n${fence(previous)}\n\n`}${dated(question)}`,
    },
  ],
});

export type Memories = {
  readonly evidence: readonly string[];
  readonly pathway: readonly string[];
  readonly asked: readonly string[];
};

export const reasonPrompt = definePrompt({
  id: 'baselines/resp-reason',
  version: 1,
  reply: z.object({ answerable: z.boolean(), question: z.string().default('') }),
  render: ({ question, evidence, pathway, asked }: QuestionVars & Memories, fence) => [
    {
      role: 'system',
      content:
        'You decide whether what was found so far is enough to answer a question. If it is not, you ask the one simpler question whose answer is needed next, complete in ' +
        `itself, and none that was asked before. ${FENCE_RULE} Reply with one JSON object {"answerable": true or false, "question": the next question, "" if answerable} and nothing else.`,
    },
    {
      role: 'user',
      content: `${dated(question)}\n\nEvidence for it:\n${fenced(evidence, fence)}\n\nAnswers to the questions asked on the way:\n${fenced(pathway, fence)}\n\nAsked before:\n${fenced(asked, fence)}`,
    },
  ],
});

export const summaryPrompt = definePrompt({
  id: 'baselines/resp-summary',
  version: 1,
  reply: z.object({ evidence: z.string().default(''), answer: z.string().default('') }),
  render: ({ question, subQuestion, passages }: PassageVars & { subQuestion: string }, fence) => [
    {
      role: 'system',
      content:
        `You take notes from passages for two questions. ${FENCE_RULE} Reply with one JSON object {"evidence": what the passages say that helps with the main question, ` +
        '"answer": what they say in answer to the sub-question}, each in one or two sentences, "" where they say nothing, and nothing else.',
    },
    {
      role: 'user',
      content: `${listPassages(passages, fence)}\n\nMain ${dated(question)}\nSub-question: ${fence(subQuestion ?? '')}`,
    },
  ],
});

export const gradePrompt = definePrompt({
  id: 'baselines/crag-grade',
  version: 2,
  reply: z.object({
    score: z
      .union([
        z.number(),
        z
          .string()
          .regex(/^\d+(?:\.\d+)?$/)
          .transform(Number),
      ])
      .pipe(z.number().min(0).max(10)),
  }),
  render: ({ question, passages }: PassageVars, fence) => [
    {
      role: 'system',
      content:
        `You grade how well a passage serves to answer a question: 10 when it states the answer, 5 when it is about the matter but leaves the answer open, 0 when it has nothing to do with it. ${FENCE_RULE} ` +
        'Reply with one JSON object {"score": number from 0 to 10} and nothing else.',
    },
    { role: 'user', content: `${dated(question)}\n\n${listPassages(passages, fence)}\n\nThe grade:` },
  ],
});

export const stripsPrompt = definePrompt({
  id: 'baselines/crag-strips',
  version: 1,
  reply: z.array(z.union([z.number().int(), z.string().regex(/^\d+$/).transform(Number)])),
  render: ({ question, passages }: PassageVars, fence) => [
    {
      role: 'system',
      content:
        `You see numbered pieces of text and pick those that help to answer a question. ${FENCE_RULE} ` +
        'Reply with a JSON list of their numbers, most useful first, e.g. [3, 1]; [] when none helps. Nothing else.',
    },
    { role: 'user', content: `${listPassages(passages, fence)}\n\n${dated(question)}\n\nUseful numbers:` },
  ],
});

export const keywordsPrompt = definePrompt({
  id: 'baselines/crag-keywords',
  version: 1,
  reply: z.array(z.string()).min(1),
  render: ({ question }: QuestionVars) => [
    {
      role: 'system',
      content:
        'You turn a question into one web search query of at most a few keywords, keeping names, numbers and dates as spelled. Reply with a JSON list that holds the query and nothing else.',
    },
    { role: 'user', content: dated(question) },
  ],
});
