/**
 * A stand-in for a language model that writes well most of the time: answers collected without a model, one sentence of
 * every second altered into a falsehood, and sentences of other answers mixed in. Without it no sentence is ever
 * unsupported, and verification has no weight to fit.
 */

import { namesIn } from '../../src/text/question.js';
import { seededRandom, shuffled } from '../../src/text/random.js';
import { splitSentences } from '../../src/text/sentences.js';
import { alterations } from '../survival/alter.js';
import type { Row } from './figures.js';

/** `altered` is the sentence that was made false. */
export type WrittenText = { readonly text: string; readonly altered?: string };

const ALTERED = 0.5;
const STRAYED = 0.3;

export function erringWriter(rows: readonly Row[]): ReadonlyMap<string, WrittenText> {
  const random = seededRandom(3);
  const firstOf = new Map(
    rows
      .filter(({ status }) => status === 'answered')
      .toReversed()
      .map((row) => [row.id, row]),
  );
  const answered = [...firstOf.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  const names = [...new Set(answered.flatMap(({ answer }) => namesIn(answer)))];
  return new Map(
    answered.map(({ id, answer }) => {
      const sentences = splitSentences(answer).map(({ text }) => text);
      const at = Math.floor(random() * sentences.length);
      const [twin] = random() < ALTERED ? shuffled(alterations(sentences[at] ?? '', names, random), random) : [];
      const stray =
        random() < STRAYED
          ? [answered[Math.floor(random() * answered.length)]?.answer.split(/(?<=[.!?])\s/)[0] ?? '']
          : [];
      const text = [
        ...sentences.map((sentence, place) => (place === at && twin ? twin.text : sentence)),
        ...stray,
      ].join(' ');
      return [id, { text, ...(twin && { altered: twin.text }) }];
    }),
  );
}
