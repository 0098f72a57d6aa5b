/**
 * HyDE: a passage that might answer the question is written first, and passages that mean the same are retrieved with
 * it.
 */
import { z } from 'zod';
import { askOr } from '../../core/ask.js';
import type { Question } from '../../core/data.js';
import { wholeNumber } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { ChatModels } from '../../core/ports.js';
import { type Stage, stage } from '../../core/stage.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { keepRareTokens } from '../../text/keep-rare.js';
import { writeAndConclude } from './answer.js';
import { abstainOption } from './options.js';
import { hypotheticalPrompt } from './prompts.js';
import { statementOf } from './statement.js';

export const hydeOptions = z.strictObject({
  passages: wholeNumber([1, 100], 10, 'passages retrieved and given to the writer'),
  abstain: abstainOption,
});

export type HydeOptions = z.infer<typeof hydeOptions>;

export function hyde(parts: Parts, options: HydeOptions): Pipeline {
  const imagine = writeHypothetical(parts);
  const retrieve = retrievePassages(parts);
  const answer = writeAndConclude(parts, options);

  return pipeline('hyde', 'arXiv:2212.10496', async (question, run) => {
    const passage = await imagine(question, run);
    const [passages = []] = await retrieve([{ query: passage, mode: 'dense', limit: options.passages }], run);
    return answer({ question, passages }, run);
  });
}

/** Without a model the question in the form of a statement, which at least is not a question any more. */
function writeHypothetical({ models }: { readonly models: ChatModels }): Stage<Question, string> {
  return stage('write-hypothetical', async (question, run) => {
    const asked = { models, role: 'small', prompt: hypotheticalPrompt, vars: { question } } as const;
    const { byModel, value } = await askOr(asked, () => statementOf(question.text), run);
    const passage = keepRareTokens(question.text, value);
    if (!byModel)
      run.emit({
        type: 'note',
        text: `no passage was imagined; searched with the question as a statement: ${passage}`,
      });
    return passage;
  });
}
