/**
 * The sentences of a passage as statements that can be laid beside others: readable, with what is known around them and
 * their place in the document.
 */
import type { Passage } from '../core/data.js';
import { injectionAt } from '../core/prompt-injection.js';
import { isEmptyUnit, readableUnit } from '../text/readable-unit.js';
import { splitSentences } from '../text/sentences.js';

/** `quote` is the document's text from `start` to `end`, `text` the same as a sentence to read. */
export type PlacedStatement = {
  readonly text: string;
  /** What is known around it: title, headings, the year of the page. */
  readonly context: string;
  readonly passage: Passage;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
};

/** Prompt injections state nothing. */
export function statementsOf(passage: Passage): PlacedStatement[] {
  const isInjected = injectionAt(passage.text);
  const sentences = splitSentences(passage.text);
  const { title, url, date = '' } = passage.source;
  // Years often stand in addresses alone: /news/2019/theatre-fire.
  const around = [title, ...passage.headings, date.slice(0, 4), ...(url.match(/\b(?:19|20)\d\d\b/g) ?? [])].join(' ');
  return sentences.flatMap(({ text, start, end }) => {
    if (isEmptyUnit(text) || isInjected(start)) return [];
    return [
      {
        passage,
        text: readableUnit(text, passage.text),
        context: around,
        quote: text,
        start: passage.start + start,
        end: passage.start + end,
      },
    ];
  });
}
