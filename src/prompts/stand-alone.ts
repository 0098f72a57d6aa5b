/**
 * The prompt by which a small model makes a follow-up stand alone. Earlier answers were made of pages, so they are
 * fenced as pages are.
 */
import { definePrompt, FENCE_RULE, proseReply } from '../core/prompt.js';
import type { StandAloneVars } from '../stages/stand-alone.js';

export const standAlonePrompt = definePrompt<StandAloneVars, string>({
  id: 'shared/stand-alone',
  version: 1,
  reply: proseReply,
  render: ({ question, turns = [] }, fence) => [
    {
      role: 'system',
      content: `You are shown a conversation and its last question. Rewrite the last question so that somebody who has not seen the conversation understands it: put names in place of pronouns and fill in what was left out. Change nothing else, answer nothing. If it stands alone already, repeat it word for word. Reply with the question alone, on one line. ${FENCE_RULE}`,
    },
    {
      role: 'user',
      content: `${turns.map((turn) => `Question: ${fence(turn.question)}\nAnswer: ${fence(turn.answer)}`).join('\n\n')}\n\nLast question: ${question.text}`,
    },
  ],
});
