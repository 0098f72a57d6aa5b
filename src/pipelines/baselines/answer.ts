/** The end that all comparators share: write from the passages, then cite or abstain. */
import type { Outcome } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import type { Run } from '../../core/run.js';
import { answerPrompt } from '../../prompts/answer.js';
import { conclude, type WriteInput, writeAnswer } from '../../stages/write-answer.js';

export type Answering = (input: WriteInput, run: Run) => Promise<Outcome>;

export function answering({ models, local }: Pick<Parts, 'models' | 'local'>, { abstain }: { readonly abstain: boolean }): Answering {
  const write = writeAnswer({ models, local, prompt: answerPrompt, abstain });
  const finish = conclude({ local });
  return async (input, run) => finish({ ...input, written: await write(input, run) }, run);
}
