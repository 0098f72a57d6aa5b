/**
 * The model alone: nothing is searched, so no sentence has a source. Without a model there is nothing to answer from.
 */
import { z } from 'zod';
import { flag } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import { trustPrompts } from '../../prompts/verify.js';
import { conclude } from '../../stages/conclude.js';
import { writeAnswer } from '../../stages/write-answer.js';
import { memoryPrompt } from './prompts.js';

export const noRetrievalOptions = z.strictObject({
  abstain: flag(true, 'let the model say that it does not know'),
});

export type NoRetrievalOptions = z.infer<typeof noRetrievalOptions>;

export function noRetrieval(parts: Parts, options: NoRetrievalOptions): Pipeline {
  const { models, local } = parts;
  const write = writeAnswer({ models, local, prompt: memoryPrompt, abstain: options.abstain, withoutPassages: true });
  const finish = conclude({ ...parts, prompts: trustPrompts });

  return pipeline('no-retrieval', 'the common baseline', async (question, run) => {
    const written = await write({ question, passages: [] }, run);
    const why = models.large
      ? 'the model has none, and nothing was searched'
      : 'nothing is searched here, and there is no language model';
    return finish(
      { question, passages: [], written: written.status === 'answered' ? written : { ...written, why } },
      run,
    );
  });
}
