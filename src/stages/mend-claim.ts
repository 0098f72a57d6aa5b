/**
 * Puts the source's figure, date or name in the place of one that the sources do not have, where the sentence then
 * holds.
 */
import type { Passage } from '../core/data.js';
import type { Run } from '../core/run.js';
import { momentsIn } from '../english/calendar.js';
import { figuresIn } from '../english/figures.js';
import { bestWindows } from '../text/best-windows.js';
import { type Mismatch, namesIn } from '../text/exact.js';
import { type CheckParts, type CheckResult, checkClaim } from './check-claim.js';

export type MendedClaim = { readonly text: string; readonly checked: CheckResult; readonly how: string };
export type MendInput = {
  readonly claim: string;
  readonly question?: string | undefined;
  readonly checked: CheckResult;
  readonly passages: readonly Passage[];
};

/** Each costs a look of the verifier; what fits stands near what the claim speaks of. */
const MOST_TRIED = 8;

const ALIKE = { number: figuresIn, date: momentsIn, name: namesIn } as const;

/** Only where one thing is wrong: of a sentence with several wrong figures nobody knows what it meant. */
export async function mendClaim(
  { claim, question, checked, passages }: MendInput,
  parts: CheckParts,
  run: Run,
): Promise<MendedClaim | undefined> {
  const [wrong, ...more] = checked.mismatches;
  if (!wrong || wrong.kind === 'order' || more.length > 0) return undefined;
  const said = claim.slice(wrong.start, wrong.end);
  const verifierAlone = { local: parts.local }; // no judge is asked about sentences that nobody wrote
  let best: MendedClaim | undefined;
  for (const put of candidates({ claim, wrong, kind: wrong.kind, passages })) {
    const text = claim.slice(0, wrong.start) + put + claim.slice(wrong.end);
    const again = await checkClaim({ claim: text, question, passages }, verifierAlone, run);
    if (again.verdict === 'supported' && again.support > (best?.checked.support ?? 0))
      best = { text, checked: again, how: `"${said}" stood here; the source says "${put}"` };
  }
  return best;
}

type CandidateInput = {
  readonly claim: string;
  readonly wrong: Mismatch;
  readonly kind: keyof typeof ALIKE;
  readonly passages: readonly Passage[];
};

/** Of the same kind, from the stretch that speaks of the rest of the claim. */
function candidates({ claim, wrong, kind, passages }: CandidateInput): string[] {
  const rest = `${claim.slice(0, wrong.start)} ${claim.slice(wrong.end)}`;
  const texts = passages.map(({ text }) => text);
  const found = bestWindows(rest, texts, 1).flatMap(({ text }) =>
    ALIKE[kind](text).map(({ start, end }) => text.slice(start, end)),
  );
  return [...new Set(found)].filter((put) => !claim.includes(put)).slice(0, MOST_TRIED);
}
