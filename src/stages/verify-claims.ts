/**
 * Verifies a finished text sentence by sentence. What happens to a sentence that no source carries is the trust mode's
 * matter: it stays and is marked, a wrong figure, date or name is replaced by the source's, or it is left out. What was
 * done is said, on the claim and in the trace.
 */
import { mapConcurrent } from '../core/concurrent.js';
import type { Passage, Question, Verdict } from '../core/data.js';
import type { TrustMode } from '../core/parts.js';
import type { Run } from '../core/run.js';
import { verbatimIn } from '../text/claims/verbatim.js';
import { kindOfUnit } from '../text/claims.js';
import { evidenceSpan } from '../text/evidence-span.js';
import { safeMarkdown } from '../text/safe-markdown.js';
import { splitSentences } from '../text/sentences.js';
import {
  type CheckInput,
  type CheckParts,
  type CheckResult,
  checkClaim,
  checkVerbatim,
  type Evidence,
  readAhead,
} from './check-claim.js';
import type { TakenSentence } from './extract-answer.js';
import { mendClaim } from './mend-claim.js';
import { rememberedVerifier } from './remembered-verifier.js';
import { type UnmarkedText, withoutMarks } from './strip-marks.js';

export type VerifyParts = CheckParts & { readonly mode: TrustMode };

export type VerifyInput = {
  readonly text: string;
  readonly question?: Question | undefined;
  readonly passages: readonly Passage[];
  /** Looked at first for sentences whose writer named no source. */
  readonly preferred?: readonly Passage[] | undefined;
  /** Sentences whose passage is known, because they were taken from it. */
  readonly taken?: readonly TakenSentence[] | undefined;
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

/** `written` is what the writer wrote, harmless and without marks. */
export type VerifiedText = {
  readonly text: string;
  readonly written: string;
  readonly claims: readonly VerifiedClaim[];
};

/** A sentence after checking, and what stood between it and the one before. */
type Piece = Omit<VerifiedClaim, 'start' | 'end'> & { readonly gap: string; readonly isLeftOut?: boolean };

/** Sentences checked at a time. */
const CONCURRENCY = 8;

/** Part of the stage `cite-answer`. */
export async function verifyClaims(input: VerifyInput, given: VerifyParts, run: Run): Promise<VerifiedText> {
  const { verifier } = given.local;
  const parts = { ...given, local: verifier ? { verifier: rememberedVerifier(verifier) } : {} };
  const { question, passages, preferred = [], taken = [] } = input;
  const { text, citedAt } = inert(input.text, passages);
  const known = taken.map((origin) => ({ ...origin, text: inert(origin.text, passages).text }));
  const sentences = splitSentences(text);
  const isOnly = sentences.length === 1;
  const pieces = await mapConcurrent(
    sentences,
    { limit: CONCURRENCY, run },
    async ({ text: sentence, start, end }, at): Promise<Piece> => {
      const marked = citedAt(start, end);
      const gap = text.slice(sentences[at - 1]?.end ?? 0, start);
      const cited = marked.length > 0 ? marked : preferred;
      return {
        gap,
        ...(await verifySentence({ sentence, isOnly, question, passages, cited, taken: known }, parts, run)),
      };
    },
  );
  for (const piece of pieces) record(piece, run);
  return { ...assembled(pieces, text.slice(sentences.at(-1)?.end ?? 0)), written: text };
}

/** Harmless Markdown without marks; again where taking out marks put something together, as in "ht[1]tps:". */
function inert(written: string, passages: readonly Passage[]): UnmarkedText {
  const unmarked = withoutMarks(harmless(written, passages), passages);
  return harmless(unmarked.text, passages) === unmarked.text ? unmarked : inert(unmarked.text, passages);
}

/** Only pages that were read may be linked. */
function harmless(text: string, passages: readonly Passage[]): string {
  return safeMarkdown(text, new Set(passages.map(({ source }) => source.url)));
}

/** Where a sentence goes, the wider of the gaps around it stays: a paragraph's end is kept. */
function widest(lost: string, gap: string): string {
  return lost.length > gap.length ? lost : gap;
}

function assembled(pieces: readonly Piece[], rest: string): Pick<VerifiedText, 'text' | 'claims'> {
  const claims: VerifiedClaim[] = [];
  let [text, lostGap] = ['', ''];
  for (const { gap: before, isLeftOut, ...kept } of pieces) {
    const gap = widest(lostGap, before);
    const isSaid = kept.repaired !== undefined && claims.some((claim) => claim.text === kept.text); // mended to what another says
    lostGap = isLeftOut || isSaid ? gap || ' ' : ''; // what stood apart must not become one: "[a]" and "(b)" are no link
    if (isLeftOut || isSaid) continue;
    text += claims.length === 0 ? gap.trimStart() : gap;
    claims.push({ ...kept, start: text.length, end: text.length + kept.text.length });
    text += kept.text;
  }
  return { text: claims.length > 0 ? (text + rest).trimEnd() : '', claims };
}

type SentenceInput = {
  readonly sentence: string;
  /** There is no other: short, it says something only together with the question. */
  readonly isOnly: boolean;
  readonly question?: Question | undefined;
  readonly passages: readonly Passage[];
  /** What the writer cited, else what the pipeline would cite. */
  readonly cited: readonly Passage[];
  readonly taken: readonly TakenSentence[];
};

type VerifiedSentence = Omit<Piece, 'gap'>;

async function verifySentence(
  { sentence, isOnly, question, passages, cited, taken }: SentenceInput,
  parts: VerifyParts,
  run: Run,
): Promise<VerifiedSentence> {
  const origin = taken.find((known) => known.text.includes(sentence));
  if (origin) return { text: sentence, verdict: 'supported', evidence: [quoteOf(sentence, origin.passage)] };
  const isShort = question !== undefined && isShortAnswer(sentence, isOnly);
  if (kindOfUnit(sentence) !== 'sentence' && !isShort) return { text: sentence, evidence: [] };
  const input = {
    claim: isShort ? sentence.replace(/[.!\s]+$/, '') : sentence,
    question: question?.text,
    isShort,
    passages,
  };
  const checked = await checkPreferring(input, cited, parts, run);
  const mended =
    isShort || !isWrong(checked) || parts.mode === 'mark'
      ? undefined
      : await mendClaim({ ...input, checked }, parts, run);
  const { verdict, evidence } = mended?.checked ?? checked;
  return {
    text: mended ? harmless(mended.text, passages) : sentence,
    verdict,
    evidence,
    ...(mended && { repaired: mended.how }),
    ...(parts.mode === 'strict' && passages.length > 0 && verdict !== 'supported' && { isLeftOut: true }),
  };
}

const isWrong = ({ verdict }: CheckResult): boolean => verdict === 'contradicted' || verdict === 'unsupported';

/** The verifier was trained on short answers of up to so many words; beyond, a sentence speaks for itself. */
const MOST_SHORT_WORDS = 8;

/** "1888", "The salt rake.", an item of a list. "Yes." before its reason is none. */
function isShortAnswer(sentence: string, isOnly: boolean): boolean {
  const words = sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (words === 0 || words > MOST_SHORT_WORDS) return false;
  return isOnly ? kindOfUnit(sentence) !== 'silent' : kindOfUnit(sentence) === 'fragment' && words > 1;
}

/**
 * What the writer cited is looked at first; where it does not carry the sentence, every passage is, and our verifier
 * reads them while a judge thinks about what was cited. No opinion is asked of what a passage says itself.
 */
async function checkPreferring(
  input: CheckInput,
  cited: readonly Passage[],
  parts: CheckParts,
  run: Run,
): Promise<CheckResult> {
  const verbatim = checkVerbatim({ ...input, passages: [...cited, ...input.passages] });
  if (verbatim) return verbatim;
  const whileJudged = () => void readAhead(input, parts, run).catch(() => undefined); // it fails again when it is needed
  const first =
    cited.length > 0 && cited.length < input.passages.length
      ? await checkClaim({ ...input, passages: cited }, { ...parts, whileJudged }, run)
      : undefined;
  return first?.verdict === 'supported' ? first : checkClaim(input, parts, run);
}

/** In the order of the text, whichever sentence was checked first. */
function record({ text, verdict, evidence, repaired, isLeftOut }: Piece, run: Run): void {
  if (verdict === undefined) return;
  const done = isLeftOut ? 'left out' : repaired;
  const quoted = evidence.map(({ passage, quote, start, end }) => ({ url: passage.source.url, quote, start, end }));
  run.emit({ type: 'verdict', claim: text, verdict, evidence: quoted, ...(done !== undefined && { repaired: done }) });
}

/** The sentence as it stands in its passage; where it was made readable, the stretch it was made of. */
function quoteOf(sentence: string, passage: Passage): Evidence {
  const at = passage.text.indexOf(sentence);
  const found =
    at >= 0
      ? { start: at, end: at + sentence.length }
      : (verbatimIn(sentence, passage.text) ?? evidenceSpan(sentence, passage.text));
  const { start, end } = found ?? { start: 0, end: passage.text.length };
  return { passage, quote: passage.text.slice(start, end), start: passage.start + start, end: passage.start + end };
}
