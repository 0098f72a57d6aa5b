/**
 * Which word to add, exclude or emphasise, by rules: for runs without a model and where a model's reply leaves one
 * open. All from the question and from what was found, nothing from memory.
 */

import type { Passage } from '../../core/data.js';
import { contextualText } from '../../text/contextual.js';
import { countTerms } from '../../text/lexical.js';
import { contentWords } from '../../text/question.js';
import { terms } from '../../text/terms.js';
import { namePhrases } from './query.js';

/** Each word to add makes a query of its own. */
export type Hints = { readonly add: readonly string[]; readonly exclude: string; readonly emphasise: string };

export type HintInput = {
  /** The user's question, of which the atomic question is a part. */
  readonly main: string;
  readonly atomic: string;
  readonly passages: readonly Passage[];
  /** Words that were tried before. */
  readonly tried: ReadonlySet<string>;
};

export function hintsByRule({ main, atomic, passages, tried }: HintInput): Hints {
  const untried = (words: readonly string[]) => words.find((word) => !tried.has(word)) ?? '';
  return {
    add: [missingFrom(atomic, main), sharedWords(`${main} ${atomic}`, passages)].map(untried).filter(Boolean),
    exclude: untried(wordsOfWrongPages(`${main} ${atomic}`, passages)),
    emphasise: untried(unansweredWords(atomic, passages)),
  };
}

/** What the whole question speaks of and the atomic one does not: names first, then other words. */
function missingFrom(atomic: string, main: string): string[] {
  const known = new Set(terms(atomic));
  const missing = (text: string) => terms(text).some((term) => !known.has(term));
  return [...namePhrases(main), ...contentWords(main)].filter(missing);
}

/**
 * Names and words of the question, those first that the fewest of the passages have: the results have overlooked them.
 */
function unansweredWords(atomic: string, passages: readonly Passage[]): string[] {
  const names = namePhrases(atomic);
  const inNames = new Set(names.flatMap((name) => terms(name)));
  const words = contentWords(atomic).filter((word) => !terms(word).some((term) => inNames.has(term)));
  const bags = passages.map((passage) => new Set(terms(readable(passage))));
  const held = (text: string) => bags.filter((bag) => terms(text).every((term) => bag.has(term))).length;
  const counted = [...names, ...words].map((word) => ({ word, count: held(word) }));
  return counted.sort((one, other) => one.count - other.count).map(({ word }) => word);
}

const readable = ({ source, headings, text }: Passage): string => contextualText(source.title, headings, text);

/** Pages without any name of the question are about something else; the words that their titles share say what. */
function wordsOfWrongPages(asked: string, passages: readonly Passage[]): string[] {
  const named = new Set(namePhrases(asked).flatMap((name) => terms(name)));
  const isWrong = (passage: Passage) => !terms(readable(passage)).some((term) => named.has(term));
  const wrong = named.size > 0 ? passages.filter(isWrong) : [];
  return otherWords(
    asked,
    wrong.map(({ source }) => source.title),
  );
}

/** Words that most passages share and the question does not have: what is said where such things are spoken of. */
function sharedWords(asked: string, passages: readonly Passage[]): string[] {
  const texts = passages.map((passage) => [...new Set(contentWords(readable(passage).toLowerCase()))].join(' '));
  return otherWords(asked, texts, Math.max(2, Math.ceil(passages.length / 3)));
}

/** Words that are not the question's, those first that the most texts have. */
function otherWords(asked: string, texts: readonly string[], least = 1): string[] {
  const wanted = new Set(terms(asked));
  const words = texts
    .flatMap((text) => contentWords(text))
    .filter((word) => word.length > 2 && !terms(word).some((term) => wanted.has(term)));
  const counted = [...countTerms(words)].filter(([, count]) => count >= least);
  return counted.sort((one, other) => other[1] - one[1]).map(([word]) => word);
}

/**
 * Whether asking a model makes sense: some passage must share a name with the question, or where it has none, a third
 * of its words.
 */
export function mayAnswer(atomic: string, passages: readonly Passage[]): boolean {
  const names = new Set(namePhrases(atomic).flatMap((name) => terms(name)));
  const wanted = [...(names.size > 0 ? names : new Set(terms(contentWords(atomic).join(' '))))];
  const needed = names.size > 0 ? 1 : Math.ceil(wanted.length / 3);
  return passages.some((passage) => {
    const present = new Set(terms(readable(passage)));
    return wanted.filter((term) => present.has(term)).length >= needed;
  });
}
