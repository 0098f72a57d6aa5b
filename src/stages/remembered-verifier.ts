/** Our verifier while one text is checked: what was read for a sentence is not read for it again. */
import type { Entailment, Verifier } from '../core/ports.js';

/** What a sentence's own sources leave open is looked for in all of them, the same stretches among others. */
export function rememberedVerifier(verifier: Verifier): Verifier {
  const known = new Map<string, Entailment>();
  const keyOf = (claim: string, passage: string) => `${claim}\n\n${passage}`;
  return {
    ...verifier,
    entail: async (claim, passages, options) => {
      const unread = passages.filter((passage) => !known.has(keyOf(claim, passage)));
      const read = unread.length > 0 ? await verifier.entail(claim, unread, options) : [];
      for (const [at, passage] of unread.entries()) known.set(keyOf(claim, passage), read[at] as Entailment);
      return passages.map((passage) => known.get(keyOf(claim, passage)) as Entailment);
    },
  };
}
