/** Retrieve once, answer once: by words, by meaning, or both. What every paper here compares itself with. */
import { z } from 'zod';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { RetrievalMode } from '../../core/ports.js';
import { answerPrompt } from '../../prompts/answer.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { conclude, writeAnswer } from '../../stages/write-answer.js';

export const naiveOptions = z.strictObject({
  passages: z.number().int().min(1).max(100).default(10).describe('passages retrieved and given to the writer'),
  abstain: z.boolean().default(true).describe('let the writer say that the passages do not hold the answer'),
});

export type NaiveOptions = z.infer<typeof naiveOptions>;

export function naive(mode: RetrievalMode) {
  return ({ retriever, models, local }: Parts, options: NaiveOptions): Pipeline => {
    const retrieve = retrievePassages({ retriever });
    const write = writeAnswer({ models, local, prompt: answerPrompt, abstain: options.abstain });
    const finish = conclude({ local });

    return pipeline(`naive-${mode}`, 'the common baseline', async (question, run) => {
      const [passages = []] = await retrieve([{ query: question.text, mode, limit: options.passages }], run);
      const written = await write({ question, passages }, run);
      return finish({ question, passages, written }, run);
    });
  };
}
