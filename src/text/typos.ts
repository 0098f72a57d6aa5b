/** A question with its typing errors mended by the words of what was found: "washing mashine" -> "washing machine". */
import { editDistance } from './edit-distance.js';
import { contentWords, wordsOf } from './question.js';
import { terms } from './terms.js';

/** Of shorter words another one is too often a single letter away. */
const SHORTEST = 5;

/**
 * `known` are the terms of the texts. Only a word that no text knows is replaced, by one that is a single edit away and
 * begins alike.
 */
export function withoutTypos(question: string, texts: readonly string[], known: ReadonlySet<string>): string {
  const unknown = contentWords(question).filter(
    (word) => /^\p{Ll}+$/u.test(word) && word.length >= SHORTEST && !isKnown(word, known),
  );
  if (unknown.length === 0) return question;
  const words = new Set(texts.flatMap((text) => wordsOf(text.toLowerCase())));
  return unknown.reduce((mended, word) => {
    const near = [...words].find((other) => other[0] === word[0] && editDistance(word, other, 1) === 1);
    return near === undefined ? mended : mended.replace(word, near);
  }, question);
}

const isKnown = (word: string, known: ReadonlySet<string>): boolean => terms(word).some((term) => known.has(term));
