/**
 * For a question about now: leaves out sentences that a newer page contradicts. Without dates, or where they agree,
 * everything stays; a date still to come is none.
 */
import type { Passage } from '../core/data.js';
import { differsInOne } from '../text/exact.js';

/** A sentence to read and the passage it was taken from. */
type QuotedSentence = { readonly text: string; readonly passage: Passage };

export function withoutOutdated<T extends QuotedSentence>(sentences: readonly T[], askedAt: string): T[] {
  const isNewer = newerBy(askedAt);
  return sentences.filter(
    (one) => !sentences.some((other) => isNewer(other, one) && differsInOne(one.text, other.text)),
  );
}

/** Whether the page of the one is newer than that of the other, both dated and neither in the time to come. */
export function newerBy(
  askedAt: string,
): (one: Pick<QuotedSentence, 'passage'>, other: Pick<QuotedSentence, 'passage'>) => boolean {
  const isPast = (date: string | undefined): date is string => date !== undefined && date <= askedAt;
  return ({ passage: { source: one } }, { passage: { source: other } }) =>
    one.id !== other.id && isPast(one.date) && isPast(other.date) && one.date > other.date;
}
