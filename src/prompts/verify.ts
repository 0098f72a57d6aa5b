/** The prompts of verification: what passages say to a claim, from a closed set; and a claim put in the words of its source. */
import { z } from 'zod';
import { definePrompt, FENCE_RULE } from '../core/prompt.js';
import type { CheckReply, CheckVars } from '../stages/check-claim.js';
import type { ConcludePrompts } from '../stages/conclude.js';
import type { RewriteVars } from '../stages/repair-claim.js';
import { listPassages } from './answer.js';

export const checkPrompt = definePrompt<CheckVars, CheckReply>({
  id: 'verify/check',
  version: 1,
  reply: z.object({ verdict: z.enum(['supported', 'partial', 'contradicted', 'not-stated']) }),
  render: ({ claim = '', passages }, fence) => [
    {
      role: 'system',
      content: `You check whether passages support a claim. Judge by the passages alone, not by what you know. Reply with JSON: {"verdict": "supported"} when they say all of it in any words, "partial" when they say a part and nothing against the rest, "contradicted" when they say otherwise, "not-stated" when they do not say it. ${FENCE_RULE}`,
    },
    { role: 'user', content: `${listPassages(passages, fence)}\n\nClaim:\n${fence(claim)}` },
  ],
});

export const rewritePrompt = definePrompt<RewriteVars, { readonly text: string }>({
  id: 'verify/rewrite',
  version: 1,
  reply: z.object({ text: z.string().max(2000) }),
  render: ({ claim = '', passages }, fence) => [
    {
      role: 'system',
      content: `You correct a sentence so that it says what the passages say, and nothing else: change what they say otherwise, leave out what they do not say. Reply with JSON: {"text": "the sentence"}, or {"text": ""} when they say nothing about it. ${FENCE_RULE}`,
    },
    { role: 'user', content: `${listPassages(passages, fence)}\n\nSentence:\n${fence(claim)}` },
  ],
});

export const trustPrompts: ConcludePrompts = { check: checkPrompt, rewrite: rewritePrompt };
