/**
 * Sentences of passages, best first for a question: by words and by meaning. What a comparator writes down on its way
 * when no language model does.
 */
import type { Passage, Scored } from '../../core/data.js';
import type { LocalModels } from '../../core/ports.js';
import { injectionAt } from '../../core/prompt-injection.js';
import type { Run } from '../../core/run.js';
import { relevanceOf } from '../../stages/relevance.js';
import { isEmptyUnit } from '../../text/readable-unit.js';
import { splitSentences } from '../../text/sentences.js';

export type SentenceOf = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly passage: Passage;
};

/** Embedding a sentence takes about 5 ms; of many only the best by words are compared by meaning. */
const EMBEDDED = 12;

export async function bestSentences(
  { question, passages }: { readonly question: string; readonly passages: readonly Passage[] },
  local: LocalModels,
  run: Run,
): Promise<Scored<SentenceOf>[]> {
  const sentences = passages.flatMap(sentencesOf);
  const texts = sentences.map(({ text, passage }) => `${passage.source.title}. ${text}`);
  const scores = await relevanceOf(question, texts, { local, rerankTop: 0, embedMost: EMBEDDED }, run);
  return sentences
    .map((sentence, at) => ({ ...sentence, score: scores[at]?.score ?? 0, at }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ at: _, ...sentence }) => sentence);
}

/** Without bare marks and without prompt injections. */
export function sentencesOf(passage: Passage): SentenceOf[] {
  const isInjected = injectionAt(passage.text);
  return splitSentences(passage.text)
    .filter(({ text, start }) => !isEmptyUnit(text) && !isInjected(start))
    .map(({ text, start, end }) => ({ text: text.replace(/\s+/g, ' '), start, end, passage }));
}
