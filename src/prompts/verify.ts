/** The prompt of verification: what passages say to a claim, from a closed set. */
import { z } from 'zod';
import { definePrompt, FENCE_RULE } from '../core/prompt.js';
import type { CheckReply, CheckVars } from '../stages/check-claim.js';
import type { ConcludePrompts } from '../stages/conclude.js';
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

export const trustPrompts: ConcludePrompts = { check: checkPrompt };
