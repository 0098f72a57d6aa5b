/**
 * The prompts by which a model grades answers: relevance and faithfulness on the scales of the LiveRAG challenge
 * (G-RAG, appendix A.4), each asked on its own, and the cutting of an answer into atomic facts. The words are ours. The
 * gold answer is shown for relevance alone: faithfulness is about the passages.
 */
import { z } from 'zod';
import { definePrompt, FENCE_RULE, type Fence } from '../core/prompt.js';
import type { SplitReply, SplitVars } from '../stages/check-facts.js';
import type { JudgePrompts, JudgeReply, JudgeVars } from '../stages/judge-answer.js';
import { listPassages } from './answer.js';

/** The reason comes first, so that the score follows from it. */
const replyWithin = (highest: number) => z.object({ reason: z.string(), score: z.int().min(-1).max(highest) });

const GRADER = 'You grade the answer that a question-answering system gave. Reply with JSON';

export const relevancePrompt = definePrompt<JudgeVars, JudgeReply>({
  id: 'judge/relevance',
  version: 1,
  reply: replyWithin(2),
  render: (vars, fence) => [
    {
      role: 'system',
      content: `${GRADER}: {"reason": "one or two sentences", "score": number}. Score 2 when the answer is right and says nothing beside the point; 1 when it is useful and holds matter beside the point that does no harm; 0 when it gives no answer, such as "I do not know"; -1 when what it says does not answer the question or is wrong. Where gold answers are given, they are right, and any one of them in any words is enough. ${FENCE_RULE}`,
    },
    { role: 'user', content: `${asked(vars, fence)}\n\n${golds(vars, fence)}Answer to grade:\n${fence(vars.text)}` },
  ],
});

export const faithfulnessPrompt = definePrompt<JudgeVars, JudgeReply>({
  id: 'judge/faithfulness',
  version: 1,
  reply: replyWithin(1),
  render: (vars, fence) => [
    {
      role: 'system',
      content: `${GRADER}: {"reason": "one or two sentences", "score": number}. Judge only whether the passages say what the answer says, not whether it is true or answers the question. Score 1 when they say every part of it in any words; 0 when they say some parts and not others; -1 when they say no part of it. ${FENCE_RULE}`,
    },
    {
      role: 'user',
      content: `${listPassages(vars.passages, fence)}\n\n${asked(vars, fence)}\n\nAnswer to grade:\n${fence(vars.text)}`,
    },
  ],
});

export const judgePrompts: JudgePrompts = { relevance: relevancePrompt, faithfulness: faithfulnessPrompt };

export const splitFactsPrompt = definePrompt<SplitVars, SplitReply>({
  id: 'judge/facts',
  version: 1,
  reply: z.object({ facts: z.array(z.string().max(1000)).max(500) }),
  render: ({ question, text }, fence) => [
    {
      role: 'system',
      content: `You cut a text into atomic facts: short sentences that each state one thing, together all that the text states, in its order and its own words. Put names in place of pronouns. Add nothing, judge nothing, and leave out greetings, questions and excuses. Reply with JSON: {"facts": ["...", "..."]}, an empty list when it states nothing. ${FENCE_RULE}`,
    },
    { role: 'user', content: `It was written for: ${fence(question.text)}\n\nText:\n${fence(text)}` },
  ],
});

function asked({ question }: JudgeVars, fence: Fence): string {
  return `Question (asked on ${question.askedAt.slice(0, 10)}):\n${fence(question.text)}`;
}

function golds({ golds: known }: JudgeVars, fence: Fence): string {
  return known.length === 0 ? '' : `Gold answers:\n${fence(known.map((gold) => `- ${gold}`).join('\n'))}\n\n`;
}
