/** Our verifier while one text is checked: what was read for a sentence, or is being read, is not read for it again. */
import type { Entailment, Verifier } from '../core/ports.js';

/** What a sentence's own sources leave open is looked for in all of them, the same stretches among others. */
export function rememberedVerifier(verifier: Verifier): Verifier {
  const known = new Map<string, Promise<Entailment>>();
  const keyOf = (claim: string, passage: string) => `${claim}\n\n${passage}`;
  return {
    ...verifier,
    entail: (claim, passages, options) => {
      const unread = [...new Set(passages)].filter((passage) => !known.has(keyOf(claim, passage)));
      const reading = unread.length > 0 ? verifier.entail(claim, unread, options) : Promise.resolve([]);
      for (const [at, passage] of unread.entries())
        known.set(
          keyOf(claim, passage),
          reading.then((read) => read[at] as Entailment),
        );
      // What failed is read again where it is asked again.
      reading.catch(() => {
        for (const passage of unread) known.delete(keyOf(claim, passage));
      });
      return Promise.all(passages.map((passage) => known.get(keyOf(claim, passage)) as Promise<Entailment>));
    },
  };
}
