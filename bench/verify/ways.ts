/** The three ways that are compared: rules alone, the verifier alone at its own boundary, and both as the product uses them. */
import type { Passage, Verdict } from '../../src/core/data.js';
import type { Verifier } from '../../src/core/ports.js';
import { startRun } from '../../src/core/run.js';
import { checkClaim } from '../../src/stages/check-claim.js';
import { contextualText } from '../../src/text/contextual.js';
import { evidenceSpan } from '../../src/text/evidence-span.js';

export type Way = (claim: string, passages: readonly Passage[]) => Promise<Verdict>;

/** p(supported) over one half, as models/verifier/CARD.md says. */
const BOUNDARY = 0.5;

export function waysOf(verifier: Verifier): Readonly<Record<'rules' | 'verifier' | 'both', Way>> {
  const { run } = startRun();
  return {
    rules: async (claim, passages) => (await checkClaim({ claim, passages }, { local: {} }, run)).verdict,
    both: async (claim, passages) => (await checkClaim({ claim, passages }, { local: { verifier } }, run)).verdict,
    verifier: async (claim, passages) => {
      const [best] = passages
        .map((passage) => ({ passage, share: evidenceSpan(claim, passage.text)?.share ?? 0 }))
        .sort((left, right) => right.share - left.share);
      if (!best) return 'unsupported';
      const { source, headings, text } = best.passage;
      const [odds] = await verifier.entail(claim, [contextualText(source.title, headings, text)], { signal: run.signal });
      return (odds?.supported ?? 0) >= BOUNDARY ? 'supported' : 'unsupported';
    },
  };
}
