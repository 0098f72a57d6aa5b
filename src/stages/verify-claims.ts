/**
 * Verifies a finished text sentence by sentence and repairs it: another passage is cited, a wrong figure, date or name is replaced by the
 * source's, what the sources do not say is left out. What was done is said, on the claim and in the trace.
 */
import type { Passage, Verdict } from '../core/data.js';
import type { Run } from '../core/run.js';
import { verbatimIn } from '../text/claims/verbatim.js';
import { claimsSomething } from '../text/claims.js';
import { evidenceSpan } from '../text/evidence-span.js';
import { splitSentences } from '../text/sentences.js';
import { type Checked, type CheckParts, checkClaim, type Evidence } from './check-claim.js';
import type { Taken } from './extract-answer.js';
import { type RewritePrompt, repairClaim } from './repair-claim.js';
import { withoutMarks } from './strip-marks.js';

export type VerifyParts = CheckParts & {
  /** Off, every sentence stays as it was written, under its verdict. */
  readonly repair?: boolean | undefined;
  /** Lets the small model put a sentence in its source's words where rules cannot. */
  readonly rewrite?: RewritePrompt;
};

export type VerifyInput = {
  readonly text: string;
  readonly passages: readonly Passage[];
  /** Sentences whose passage is known, because they were taken from it. */
  readonly taken?: readonly Taken[] | undefined;
};

/** `verdict` is missing where a sentence claims nothing. */
export type VerifiedClaim = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly verdict?: Verdict;
  readonly evidence: readonly Evidence[];
  readonly repaired?: string;
};

export type VerifiedText = { readonly text: string; readonly claims: readonly VerifiedClaim[]; readonly removed: number };

type Piece = Omit<VerifiedClaim, 'start' | 'end'> & { readonly gap: string };

/** Part of the stage `cite-answer`. */
export async function verifyClaims(
  { text: written, passages, taken = [] }: VerifyInput,
  parts: VerifyParts,
  run: Run,
): Promise<VerifiedText> {
  const { text, citedAt } = withoutMarks(written, passages);
  const pieces: Piece[] = [];
  let [from, removed, lostGap] = [0, 0, ''];
  for (const { text: sentence, start, end } of splitSentences(text)) {
    const gap = widest(lostGap, text.slice(from, start));
    const done = await verifySentence({ sentence, passages, cited: citedAt(start, end), taken }, parts, run);
    from = end;
    lostGap = done ? '' : gap;
    if (done) pieces.push({ ...done, gap: pieces.length === 0 ? gap.trimStart() : gap });
    else removed += 1;
  }
  return { ...assembled(pieces, text.slice(from)), removed };
}

/** Where a sentence goes, the wider of the gaps around it stays: a paragraph's end is kept. */
function widest(lost: string, gap: string): string {
  return lost.length > gap.length ? lost : gap;
}

function assembled(pieces: readonly Piece[], rest: string): { readonly text: string; readonly claims: readonly VerifiedClaim[] } {
  let text = '';
  const claims = pieces.map(({ gap, ...piece }) => {
    text += gap;
    const start = text.length;
    text += piece.text;
    return { ...piece, start, end: text.length };
  });
  return { text: claims.length > 0 ? (text + rest).trimEnd() : '', claims };
}

type Checking = {
  readonly sentence: string;
  readonly passages: readonly Passage[];
  /** What the writer cited. */
  readonly cited: readonly Passage[];
  readonly taken: readonly Taken[];
};

/** Nothing when the sentence is to be left out. */
async function verifySentence(
  { sentence, passages, cited, taken }: Checking,
  parts: VerifyParts,
  run: Run,
): Promise<Omit<Piece, 'gap'> | undefined> {
  const origin = taken.find((known) => known.text.includes(sentence));
  if (origin) return record({ text: sentence, verdict: 'supported', evidence: [quoteOf(sentence, origin.passage)] }, run);
  if (!claimsSomething(sentence)) return { text: sentence, evidence: [] };
  const checked = await checkPreferring({ claim: sentence, cited, passages }, parts, run);
  const isRecited = cited.length > 0 && checked.verdict === 'supported' && !checked.evidence.some(({ passage }) => cited.includes(passage));
  if (checked.verdict === 'supported' || !parts.repair || passages.length === 0)
    return record({ text: sentence, ...outcome(checked), ...(isRecited && { repaired: 'another source is cited' }) }, run);
  const repaired = await repairClaim({ claim: sentence, checked, passages }, parts, run);
  if (!repaired) {
    run.emit({ type: 'verdict', claim: sentence, verdict: checked.verdict, evidence: inTrace(checked.evidence), repaired: 'removed' });
    return undefined;
  }
  return record({ text: repaired.text, ...outcome(repaired.checked), ...(repaired.how && { repaired: repaired.how }) }, run);
}

/** What the writer cited is looked at first; where it does not carry the sentence, every passage is. */
async function checkPreferring(
  { claim, cited, passages }: { readonly claim: string; readonly cited: readonly Passage[]; readonly passages: readonly Passage[] },
  parts: VerifyParts,
  run: Run,
): Promise<Checked> {
  const first = cited.length > 0 ? await checkClaim({ claim, passages: cited }, parts, run) : undefined;
  return first?.verdict === 'supported' ? first : checkClaim({ claim, passages }, parts, run);
}

const outcome = ({ verdict, evidence }: Checked) => ({ verdict, evidence });

function record(piece: Omit<Piece, 'gap'> & { readonly verdict: Verdict }, run: Run): Omit<Piece, 'gap'> {
  const { text: claim, verdict, evidence, repaired } = piece;
  run.emit({ type: 'verdict', claim, verdict, evidence: inTrace(evidence), ...(repaired !== undefined && { repaired }) });
  return piece;
}

const inTrace = (evidence: readonly Evidence[]) =>
  evidence.map(({ passage, quote, start, end }) => ({ url: passage.source.url, quote, start, end }));

/** The sentence as it stands in its passage; where it was made readable, the stretch it was made of. */
function quoteOf(sentence: string, passage: Passage): Evidence {
  const at = passage.text.indexOf(sentence);
  const found =
    at >= 0 ? { start: at, end: at + sentence.length } : (verbatimIn(sentence, passage.text) ?? evidenceSpan(sentence, passage.text));
  const { start, end } = found ?? { start: 0, end: passage.text.length };
  return { passage, quote: passage.text.slice(start, end), start: passage.start + start, end: passage.start + end };
}
