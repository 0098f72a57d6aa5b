/**
 * Search the question, read the pages, answer from the best sections: the common web baseline, without any filter by a
 * model.
 */
import { z } from 'zod';
import { wholeNumber } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import { writeAndConclude } from './answer.js';
import { abstainOption, pageOptions } from './options.js';
import { rankPassages } from './rank.js';
import { browseWeb } from './web.js';

export const naiveWebOptions = z.strictObject({
  ...pageOptions,
  passages: wholeNumber([1, 100], 10, 'sections given to the writer'),
  abstain: abstainOption,
});

export type NaiveWebOptions = z.infer<typeof naiveWebOptions>;

export function naiveWeb(parts: Parts, options: NaiveWebOptions): Pipeline {
  const browse = browseWeb(parts, options);
  const rank = rankPassages({ local: parts.local, keep: options.passages });
  const answer = writeAndConclude(parts, options);

  return pipeline('naive-web', 'the common baseline', async (question, run) => {
    const sections = await browse([question.text], run);
    const passages = await rank({ question, passages: sections }, run);
    return answer({ question, passages }, run);
  });
}
