/** Where in the sources a sentence's quote stands. */
import type { Claim, ClaimEvidence, Result, Source } from './types.js';

export type QuotedPassage = {
  readonly source?: Source;
  readonly evidence?: ClaimEvidence;
  readonly headings: readonly string[];
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

const MOST_SPAN = 1200;

/**
 * The evidence of source `n` for a claim, within its passage; without evidence the source's first passage, unmarked.
 */
export function quotedBy(result: Result, claim: Claim, n?: number): QuotedPassage[] {
  const evidence = (claim.evidence ?? []).filter((one) => n === undefined || one.n === n);
  if (evidence.length > 0) return evidence.map((one) => placed(result, one));
  const sources = result.sources.filter((source) =>
    n === undefined ? claim.sources.includes(source.n) : source.n === n,
  );
  return sources.flatMap((source) => {
    const passage = source.passages[0];
    return passage
      ? [{ source, headings: placeIn(passage), text: passage.text.slice(0, MOST_SPAN), start: 0, end: 0 }]
      : [];
  });
}

function placed(result: Result, evidence: ClaimEvidence): QuotedPassage {
  const source = result.sources.find(({ n, url }) =>
    evidence.n === undefined ? url === evidence.url : n === evidence.n,
  );
  const passage = source?.passages.find(({ start, end }) => start <= evidence.start && end >= evidence.end);
  const at = passage ? passage.text.indexOf(evidence.quote, Math.max(0, evidence.start - passage.start - 2)) : -1;
  const known = { evidence, ...(source && { source }) };
  if (!passage || at < 0)
    return {
      ...known,
      headings: passage ? placeIn(passage) : [],
      text: evidence.quote,
      start: 0,
      end: evidence.quote.length,
    };
  return { ...known, headings: placeIn(passage), text: passage.text, start: at, end: at + evidence.quote.length };
}

/** The headings above a passage, the outermost first, and where in the file it stands. */
function placeIn({
  headings,
  location,
}: {
  readonly headings: readonly string[];
  readonly location?: string;
}): readonly string[] {
  if (location === undefined) return headings;
  return headings.length === 0 ? ['', location] : [...headings, location];
}
