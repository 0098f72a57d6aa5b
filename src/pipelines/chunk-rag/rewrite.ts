/**
 * Line 1 of Algorithm 1: the question in words that a search finds more by. Without a model: the question without
 * persona and politeness.
 */
import { askOr } from '../../core/ask.js';
import type { Question } from '../../core/data.js';
import type { ChatModels } from '../../core/ports.js';
import { type Stage, stage } from '../../core/stage.js';
import { keepRareTokens } from '../../text/keep-rare.js';
import { coreQuestion } from '../../text/question.js';
import { rewritePrompt } from './prompts.js';

/** Longer than this it is an essay, not a query. */
const LONGEST_QUERY = 400;

export function rewriteQuery({ models }: { readonly models: ChatModels }): Stage<Question, string> {
  return stage('rewrite-query', async (question, run) => {
    const asked = await askOr(
      { models, role: 'small', prompt: rewritePrompt, vars: { question } },
      () => coreQuestion(question.text),
      run,
    );
    const query = bareQuery(asked.value);
    if (!asked.byModel || query.length <= LONGEST_QUERY) return keepRareTokens(question.text, query);
    run.emit({
      type: 'fallback',
      reason: `the rewritten query has ${query.length} characters; the question itself is searched`,
    });
    return keepRareTokens(question.text, coreQuestion(question.text));
  });
}

/** Query: "salt rake" -> salt rake; quotes inside a query are its own: "Salt War" opening "Old Bridge" stays. */
export function bareQuery(reply: string): string {
  const line = reply.replace(/\s+/g, ' ').trim();
  return line
    .replace(/^(?:rewritten )?query:/i, '')
    .trim()
    .replace(/^(?:"([^"]*)"|“([^“”]*)”)$/, '$1$2')
    .trim();
}
