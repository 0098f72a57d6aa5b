/** The end that all comparators share: write from the passages, then cite or abstain. */
import type { Outcome } from '../../core/data.js';
import type { Run } from '../../core/run.js';
import { answerPrompt } from '../../prompts/answer.js';
import { trustPrompts } from '../../prompts/verify.js';
import { type ConcludeParts, conclude } from '../../stages/conclude.js';
import { type WriteInput, writeAnswer } from '../../stages/write-answer.js';

export type AnswerStep = (input: WriteInput, run: Run) => Promise<Outcome>;

export function writeAndConclude(
  parts: Omit<ConcludeParts, 'prompts'>,
  { abstain }: { readonly abstain: boolean },
): AnswerStep {
  const { models, local } = parts;
  const write = writeAnswer({ models, local, prompt: answerPrompt, abstain });
  const finish = conclude({ ...parts, prompts: trustPrompts });
  return async (input, run) => finish({ ...input, written: await write(input, run) }, run);
}
