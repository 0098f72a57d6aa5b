/**
 * Takes marks like [2] out of a written answer and says which passages they name: the answer's own marks are made from
 * what was verified.
 */
import type { Passage } from '../core/data.js';

export type UnmarkedText = {
  readonly text: string;
  /** The passages cited in this stretch of the text without marks, or right behind it. */
  readonly citedAt: (start: number, end: number) => readonly Passage[];
};

const MARK = /[ \t]*\[\^?(\d{1,3}(?:\s?[,;]\s?\d{1,3})*)\](?!\()/g;

/** Only numbers of passages that were shown are marks: "[sic]", "[12]" of 5 stay. */
export function withoutMarks(written: string, passages: readonly Passage[]): UnmarkedText {
  const cited: { readonly at: number; readonly passages: readonly Passage[] }[] = [];
  let taken = 0;
  const text = written.replace(MARK, (whole: string, list: string, at: number) => {
    const named = list.split(/[,;]/).map((figure) => passages[Number(figure) - 1]);
    if (named.some((passage) => passage === undefined)) return whole;
    cited.push({ at: at - taken, passages: named.flatMap((passage) => passage ?? []) });
    taken += whole.length;
    return '';
  });
  return {
    text,
    citedAt: (start, end) => [
      ...new Set(cited.filter(({ at }) => at > start && at <= end).flatMap((mark) => mark.passages)),
    ],
  };
}
