/**
 * Only the first 300 words were judged at LiveRAG: a longer answer is rephrased once, and if need be loses its stop
 * words. Never cut off.
 */
import { askOr } from '../../core/ask.js';
import type { Question } from '../../core/data.js';
import type { ChatModels } from '../../core/ports.js';
import { type Stage, stage } from '../../core/stage.js';
import type { WrittenAnswer } from '../../stages/write-answer.js';
import { countWords, dropStopWords } from '../../text/condense.js';
import type { GRagOptions } from './options.js';
import { condensePrompt } from './prompts.js';

export type CondenseInput = { readonly question: Question; readonly written: WrittenAnswer };

/**
 * Sentences taken from the passages word for word stay as they are: they are short, and their words are what is cited.
 */
export function condenseAnswer(
  { models }: { readonly models: ChatModels },
  options: GRagOptions,
): Stage<CondenseInput, WrittenAnswer> {
  const { condense, condenseAbove: count } = options;
  return stage('condense-answer', async ({ question, written }, run): Promise<WrittenAnswer> => {
    if (written.status === 'abstained' || written.taken || countWords(written.text) <= count) return written;
    const vars = { question, text: written.text, count };
    const { value } = await askOr({ models, role: 'large', prompt: condensePrompt, vars }, () => written.text, run);
    const shorter = countWords(value) < countWords(written.text) ? value : written.text;
    const drop = condense === 'rephrase_then_drop' && countWords(shorter) > count;
    return { status: 'answered', text: drop ? dropStopWords(shorter) : shorter };
  });
}
