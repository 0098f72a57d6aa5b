/** Says that the evidence is not there, naming what was looked for and what came closest. */
import type { Outcome, Passage, Question } from '../core/data.js';
import { readsLikeInjection } from '../core/prompt-injection.js';
import { type Stage, stage } from '../core/stage.js';
import { contentWords, coreQuestion } from '../text/question.js';
import { safeMarkdown } from '../text/safe-markdown.js';

export type AbstainInput = { readonly question: Question; readonly passages: readonly Passage[]; readonly why: string };

export const abstain: Stage<AbstainInput, Outcome> = stage('abstain', async ({ question, passages, why }) => {
  const wanted = contentWords(coreQuestion(question.text)).slice(0, 12).join(', ');
  const closest = [...new Map(passages.map(({ source }) => [source.url, nameOf(source)])).values()].slice(0, 3);
  const found =
    closest.length > 0 ? ` Closest were: ${closest.map((title) => `"${title}"`).join(', ')}.` : ' No page came close.';
  const text = `No answer: ${why}. Looked for: ${wanted || question.text}.${found}`;
  return { answer: { status: 'abstained', text, claims: [] }, sources: [] };
});

/** A title is written by whoever made the page. */
function nameOf({ title, url }: Passage['source']): string {
  const safe = safeMarkdown(title, new Set()).replace(/\s+/g, ' ').trim();
  return safe === '' || readsLikeInjection(safe) ? url : safe;
}
