/**
 * Who stands in the source where the claim has a name that the source lacks: "Norway won the cup" against "Sweden won the cup". A source that says of
 * another all that the claim says of this one says otherwise, rather than nothing.
 */

import { terms } from '../terms.js';
import { claimedWords, coveredBy } from './coverage.js';
import { isSameName, nameRunsIn } from './name-runs.js';
import { tiesIn } from './name-ties.js';

/** So much of the rest of the claim must stand in the stretch. */
const REST_SAID = 0.7;
/** And so much of what is said besides names. */
const SAID = 0.5;

/** The name that the stretch has instead; an empty string where it has several, nothing where it does not say the rest. */
export function nameInstead(
  claim: string,
  claimed: string,
  { span, context }: { readonly span: string; readonly context: string },
): string | undefined {
  const own = nameRunsIn(claim);
  const [mine] = own;
  // Only the one of whom the claim speaks: what it lacks besides may be known to the reader.
  if (!mine?.name.toLowerCase().split(/\s+/).includes(claimed.toLowerCase())) return undefined;
  const known = new Set(terms(`${context} ${span}`));
  const lost = new Set(terms(mine.name));
  const rest = claimedWords(claim).filter((word) => !lost.has(word));
  const named = new Set(own.flatMap(({ name }) => terms(name)));
  const said = rest.filter((word) => !named.has(word));
  // A name of which the source has a part is one and the same, said otherwise.
  if (said.length === 0 || [...lost].some((word) => known.has(word))) return undefined;
  if (coveredBy(rest, known) < REST_SAID || coveredBy(said, known) < SAID) return undefined;
  const others = nameRunsIn(span).filter(
    ({ name }) => name.includes(' ') && !own.some((one) => isSameName(one.name, name)) && !claim.includes(name),
  );
  if (others.length === 0) return undefined;
  return inItsPlace(claim, mine.name, span) ?? '';
}

/** The one name of the source that has a tie of the claimed name. */
function inItsPlace(claim: string, claimed: string, source: string): string | undefined {
  const own = tiesIn(claim);
  const wanted = [...(own.find(({ name }) => isSameName(name, claimed))?.ties ?? [])].filter((tie) => tie.includes(' '));
  const holders = tiesIn(source).filter(({ name, ties }) => !claim.includes(name) && wanted.some((tie) => ties.has(tie)));
  return holders.length === 1 ? holders[0]?.name : undefined;
}
