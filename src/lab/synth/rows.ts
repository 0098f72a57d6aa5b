/**
 * A question that was made, as a row of our own format: `winnow eval` reads it. Gold documents stand in it by address,
 * the id beside it.
 */
import type { DocumentRef } from '../../core/data.js';

export type SynthRow = {
  readonly id: string;
  readonly question: string;
  /** Empty where no few words answer it; then `reference` does. */
  readonly answers: readonly string[];
  readonly reference: string;
  readonly gold_urls: readonly string[];
  readonly document_ids: readonly string[];
  readonly type: string;
  /** What was drawn, by categorisation. */
  readonly categories: Readonly<Record<string, string>>;
  readonly users: Readonly<Record<string, string>>;
  /** The newest date of its documents, where they have one. */
  readonly date?: string;
};

export const SINGLE = 'single-doc';
export const MULTI = 'multi-doc';

export function goldOf(documents: readonly DocumentRef[]): Pick<SynthRow, 'gold_urls' | 'document_ids' | 'date'> {
  const [newest] = documents
    .flatMap(({ date }) => date ?? [])
    .toSorted()
    .toReversed();
  return {
    gold_urls: documents.map(({ url }) => url),
    document_ids: documents.map(({ id }) => id),
    ...(newest !== undefined && { date: newest }),
  };
}
