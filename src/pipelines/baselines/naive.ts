/** Retrieve once, answer once: by words, by meaning, or both. What every paper here compares itself with. */
import { z } from 'zod';
import { wholeNumber } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { RetrievalMode } from '../../core/ports.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { writeAndConclude } from './answer.js';
import { abstainOption } from './options.js';

export const naiveOptions = z.strictObject({
  passages: wholeNumber([1, 100], 10, 'passages retrieved and given to the writer'),
  abstain: abstainOption,
});

export type NaiveOptions = z.infer<typeof naiveOptions>;

export function naive(mode: RetrievalMode) {
  return (parts: Parts, options: NaiveOptions): Pipeline => {
    const retrieve = retrievePassages(parts);
    const answer = writeAndConclude(parts, options);

    return pipeline(`naive-${mode}`, 'the common baseline', async (question, run) => {
      const [passages = []] = await retrieve([{ query: question.text, mode, limit: options.passages }], run);
      return answer({ question, passages }, run);
    });
  };
}
