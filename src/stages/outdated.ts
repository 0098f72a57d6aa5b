/** For a question about now: leaves out sentences that a newer page contradicts. Without dates, or where they agree, everything stays. */
import type { Passage } from '../core/data.js';
import { sayOtherwise } from './statements-of.js';

/** A sentence to read and the passage it was taken from. */
type Dated = { readonly text: string; readonly passage: Passage };

export function withoutOutdated<T extends Dated>(sentences: readonly T[]): T[] {
  return sentences.filter((one) => !sentences.some((other) => isNewer(other, one) && sayOtherwise(comparable(one), comparable(other))));
}

function isNewer({ passage: one }: Dated, { passage: other }: Dated): boolean {
  const [date, otherDate] = [one.source.date, other.source.date];
  return one.source.id !== other.source.id && date !== undefined && otherDate !== undefined && date > otherDate;
}

/** A row reads "Ticket: Adult; Port Ezra: 17.50." */
function comparable({ text, passage: { source, headings } }: Dated) {
  return { text, context: [source.title, ...headings].join(' '), isRow: /^[^:;.]+: [^;]+;/.test(text) };
}
