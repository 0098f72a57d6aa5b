/** Passages of pages, and answers that say one sentence of them, for the benchmarks of conflicts. */
import type { Outcome, Passage } from '../../src/core/data.js';
import type { statementsOf } from '../../src/stages/statements-of.js';

export type Page = { readonly id: string; readonly title: string; readonly text: string; readonly date?: string };

export const passageOf = ({ id, title, text, date }: Page): Passage => ({
  id: `${id}#0`,
  source: { id, url: id, title, ...(date !== undefined && { date }) },
  headings: [],
  text,
  start: 0,
  end: text.length,
});

/** An answer that says one sentence of a passage. */
export function citing({ passage, text, quote, start, end }: ReturnType<typeof statementsOf>[number]): Outcome {
  const claim = {
    text,
    start: 0,
    end: text.length,
    sources: [1],
    verdict: 'supported' as const,
    evidence: [{ n: 1, url: passage.source.url, quote, start, end }],
  };
  return {
    answer: { status: 'answered', text, claims: [claim] },
    sources: [{ n: 1, url: passage.source.url, title: passage.source.title, passages: [] }],
  };
}
