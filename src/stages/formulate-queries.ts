/**
 * Turns a question into one or two search queries. Without a model: its content words, or the question where the engine
 * takes questions.
 */
import { askOr } from '../core/ask.js';
import type { Question } from '../core/data.js';
import type { ChatModels } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import { type Stage, stage } from '../core/stage.js';
import { coreQuestion, formulateQueries as fromWords } from '../text/question.js';

export type QueriesPrompt = Prompt<{ readonly question: Question }, string[]>;

export type FormulateParts = {
  readonly models: ChatModels;
  readonly prompt: QueriesPrompt;
  readonly maxQueries: number;
  /** See `SearchEngine`. */
  readonly takesQuestions?: boolean | undefined;
};

export function formulateQueries({
  models,
  prompt,
  maxQueries,
  takesQuestions,
}: FormulateParts): Stage<Question, string[]> {
  return stage('formulate-queries', async (question, run) => {
    const byRules = () => (takesQuestions ? [coreQuestion(question.text)] : fromWords(question.text));
    const { value } = await askOr({ models, role: 'small', prompt, vars: { question } }, byRules, run);
    const queries = [...new Set(value.map((query) => query.trim()).filter(Boolean))].slice(0, maxQueries);
    if (queries.length > 0) return queries;
    run.emit({ type: 'fallback', reason: 'no query was left; the question itself is searched' });
    return [question.text];
  });
}
