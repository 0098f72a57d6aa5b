/** The prompts by which questions are made from documents and tested (`winnow synth`). */
import { z } from 'zod';
import { definePrompt, FENCE_RULE, proseReply } from '../core/prompt.js';
import {
  type AgreeVars,
  type MadeQuestion,
  type MakePrompts,
  type MakeVars,
  NO_IDEA,
  type Wish,
} from '../stages/make-question.js';
import { answerPrompt, listPassages } from './answer.js';
import { checkPrompt } from './verify.js';

const listWishes = (wishes: readonly Wish[]): string =>
  wishes
    .map(({ name, category, description }) => `- ${name}: ${[category, description].filter(Boolean).join(', ')}`)
    .join('\n');

/** What a person could ask who has never seen the passages. Two documents must both be needed. */
export const makePrompt = definePrompt<MakeVars, MadeQuestion>({
  id: 'synth/make',
  version: 1,
  reply: z.object({
    question: z.string().min(8).max(600),
    answer: z.string().min(1).max(2000),
    short: z.string().max(200),
  }),
  render: ({ passages, wishes = [], users = [], newerThan }, fence) => {
    const documents = new Set(passages.map(({ source }) => source.id)).size;
    const both =
      documents > 1 ? ' The answer must need every one of the documents: none of them alone may be enough.' : '';
    const time = newerThan ? ` Ask for something that happened or became known after ${newerThan}.` : '';
    const asker = users.length > 0 ? `\n\nThe person who asks:\n${listWishes(users)}` : '';
    const kind = wishes.length > 0 ? `\n\nThe question:\n${listWishes(wishes)}` : '';
    return [
      {
        role: 'system',
        content: `You write one question that a person could ask without having seen the passages, and its answer. The passages must hold the whole answer, and nothing else may be needed. Name what is asked about, so that the question has one answer among many thousand documents; never speak of "the passage" or "the text".${both}${time} Reply with JSON: {"question": "...", "answer": "one to four full sentences that say only what the passages say, each with the name of what it speaks of", "short": "the name, date, number or few words that answer it, copied from the passages; empty when no few words do"}. ${FENCE_RULE}`,
      },
      { role: 'user', content: `${listPassages(passages, fence)}${asker}${kind}` },
    ];
  },
});

/** What a model knows by itself. */
export const recallPrompt = definePrompt<Parameters<MakePrompts['recall']['render']>[0], string>({
  id: 'synth/recall',
  version: 1,
  reply: proseReply,
  render: ({ question }, fence) => [
    {
      role: 'system',
      content: `You answer questions from what you know, in one sentence. If you are not sure, reply with exactly: ${NO_IDEA}. ${FENCE_RULE}`,
    },
    { role: 'user', content: `Question (asked on ${question.askedAt.slice(0, 10)}):\n${fence(question.text)}` },
  ],
});

export const agreePrompt = definePrompt<AgreeVars, { readonly agrees: boolean }>({
  id: 'synth/agree',
  version: 1,
  reply: z.object({ agrees: z.boolean() }),
  render: ({ question, text, draft }, fence) => [
    {
      role: 'system',
      content: `You compare two answers to a question. Reply with JSON: {"agrees": true} when the second gives the same answer as the first, in any words and at any length, and says nothing against it; else {"agrees": false}. ${FENCE_RULE}`,
    },
    {
      role: 'user',
      content: `Question:\n${fence(question.text)}\n\nFirst answer:\n${fence(text)}\n\nSecond answer:\n${fence(draft)}`,
    },
  ],
});

export const makePrompts: MakePrompts = {
  make: makePrompt,
  answer: answerPrompt,
  recall: recallPrompt,
  agree: agreePrompt,
  check: checkPrompt,
};
