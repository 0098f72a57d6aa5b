/**
 * Verifies a finished text sentence by sentence and repairs it: another passage is cited, a wrong figure, date or name is replaced by the
 * source's, what the sources do not say is left out. What was done is said, on the claim and in the trace.
 */
import { mapConcurrent } from '../core/concurrent.js';
import type { Passage, Question, Verdict } from '../core/data.js';
import { withoutOrders } from '../core/orders.js';
import type { Run } from '../core/run.js';
import { isForeign } from '../text/claims/foreign.js';
import { verbatimIn } from '../text/claims/verbatim.js';
import { claimsSomething } from '../text/claims.js';
import { evidenceSpan } from '../text/evidence-span.js';
import { coverage } from '../text/lexical.js';
import { contentWords, coreQuestion } from '../text/question.js';
import { safeMarkdown } from '../text/safe-markdown.js';
import { splitSentences } from '../text/sentences.js';
import { terms } from '../text/terms.js';
import { type Checked, type CheckParts, checkClaim, type Evidence } from './check-claim.js';
import type { Taken } from './extract-answer.js';
import { type RewritePrompt, repairClaim } from './repair-claim.js';
import { type Unmarked, withoutMarks } from './strip-marks.js';

export type VerifyParts = CheckParts & {
  /** Off, every sentence stays as it was written, under its verdict. */
  readonly repair?: boolean | undefined;
  /** Lets the small model put a sentence in its source's words where rules cannot. */
  readonly rewrite?: RewritePrompt;
};

export type VerifyInput = {
  readonly text: string;
  readonly question?: Question | undefined;
  readonly passages: readonly Passage[];
  /** Looked at first for sentences whose writer named no source. */
  readonly preferred?: readonly Passage[] | undefined;
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

/** A sentence after checking; without `kept` it is left out. */
type Piece = { readonly sentence: string; readonly gap: string } & Ending;
type Ending = { readonly kept: Kept } | { readonly kept?: undefined; readonly checked: Checked };
type Kept = Omit<VerifiedClaim, 'start' | 'end'>;

/** Sentences checked at a time. */
const CONCURRENCY = 8;

/** Part of the stage `cite-answer`. */
export async function verifyClaims(
  { text: written, question, passages, preferred = [], taken = [] }: VerifyInput,
  parts: VerifyParts,
  run: Run,
): Promise<VerifiedText> {
  const { text, citedAt } = inert(written, passages);
  const known = taken.map((origin) => ({ ...origin, text: inert(origin.text, passages).text }));
  const sentences = splitSentences(text);
  const isAlone = question !== undefined && passages.length > 0 && isShortAnswer(sentences.map((sentence) => sentence.text));
  const once: VerifyParts = { ...parts, asked: new Map() };
  const pieces = await mapConcurrent(sentences, { limit: CONCURRENCY, run }, async ({ text: sentence, start, end }, at): Promise<Piece> => {
    const marked = citedAt(start, end);
    const cited = marked.length > 0 ? marked : preferred;
    const gap = text.slice(sentences[at - 1]?.end ?? 0, start);
    return { sentence, gap, ...(await verifySentence({ sentence, isAlone, question, passages, cited, taken: known }, once, run)) };
  });
  for (const piece of pieces) record(piece, run);
  return assembled(pieces, text.slice(sentences.at(-1)?.end ?? 0));
}

/** Neither a sentence, nor a question or a lead-in, nor yes or no, which no source says. */
function isShortAnswer(sentences: readonly string[]): boolean {
  return sentences.length > 0 && sentences.every((text) => !claimsSomething(text) && !/[?:]\W*$|^\W*(?:yes|no)\b|^#/i.test(text.trim()));
}

/** Harmless Markdown without marks; again where taking out marks put something together, as in "ht[1]tps:". */
function inert(written: string, passages: readonly Passage[]): Unmarked {
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

function assembled(pieces: readonly Piece[], rest: string): VerifiedText {
  const claims: VerifiedClaim[] = [];
  let [text, lostGap] = ['', ''];
  for (const { gap: before, kept } of pieces) {
    const gap = widest(lostGap, before);
    const isSaid = kept?.repaired !== undefined && claims.some((claim) => claim.text === kept.text); // mended to what another says
    lostGap = kept && !isSaid ? '' : gap || ' '; // what stood apart must not become one: "[a]" and "(b)" are no link
    if (!kept || isSaid) continue;
    text += claims.length === 0 ? gap.trimStart() : gap;
    claims.push({ ...kept, start: text.length, end: text.length + kept.text.length });
    text += kept.text;
  }
  return { text: claims.length > 0 ? (text + rest).trimEnd() : '', claims, removed: pieces.length - claims.length };
}

const NOT_STATED: Checked = { verdict: 'unsupported', evidence: [], problems: [], support: 0, by: 'rules' };

/** What a sentence that claims nothing may speak of; of a page that gives orders nothing but what is left of it without them. */
function toldBy(passages: readonly Passage[], question: Question | undefined): string[] {
  const told = passages.flatMap(({ text, source, headings }) => {
    const plain = withoutOrders(text);
    return plain === text ? [source.url, source.title, ...headings, text] : [plain];
  });
  return [question?.text ?? '', ...told];
}

type Checking = {
  readonly sentence: string;
  /** Nothing of the text claims anything: it is a short answer, "1888", which only says something together with the question. */
  readonly isAlone?: boolean;
  readonly question?: Question | undefined;
  readonly passages: readonly Passage[];
  /** What the writer cited, else what the pipeline would cite. */
  readonly cited: readonly Passage[];
  readonly taken: readonly Taken[];
};

async function verifySentence(
  { sentence, isAlone, question, passages, cited, taken }: Checking,
  parts: VerifyParts,
  run: Run,
): Promise<Ending> {
  const origin = taken.find((known) => known.text.includes(sentence));
  if (origin) return { kept: { text: sentence, verdict: 'supported', evidence: [quoteOf(sentence, origin.passage)] } };
  if (isAlone) return asStatement({ sentence, question, passages, cited, taken }, parts, run);
  if (!claimsSomething(sentence)) {
    const isLeftOut = parts.repair && passages.length > 0 && isForeign(sentence, toldBy(passages, question));
    return isLeftOut ? { checked: NOT_STATED } : { kept: { text: sentence, evidence: [] } };
  }
  const checked = await checkPreferring({ claim: sentence, cited, passages }, parts, run);
  const isRecited = cited.length > 0 && checked.verdict === 'supported' && !checked.evidence.some(({ passage }) => cited.includes(passage));
  if (checked.verdict === 'supported' || !parts.repair || passages.length === 0)
    return { kept: { text: sentence, ...outcome(checked), ...(isRecited && { repaired: 'another source is cited' }) } };
  const repaired = await repairClaim({ claim: sentence, checked, passages }, parts, run);
  if (!repaired) return { checked };
  return {
    kept: { text: harmless(repaired.text, passages), ...outcome(repaired.checked), ...(repaired.how && { repaired: repaired.how }) },
  };
}

/** "When did the Kestrel Bridge open?" "1888": "Kestrel Bridge open 1888." */
async function asStatement({ sentence, question, passages, cited }: Checking, parts: VerifyParts, run: Run): Promise<Ending> {
  const asked = contentWords(coreQuestion(question?.text ?? '')).join(' ');
  const checked = await checkPreferring({ claim: `${asked} ${sentence.replace(/[.!\s]+$/, '')}.`, cited, passages }, parts, run);
  const isThere = checked.evidence.some(({ passage }) => coverage(terms(sentence), passage.text) === 1);
  const held = isThere ? checked : { ...checked, verdict: 'unsupported' as const, evidence: [] };
  return held.verdict === 'supported' || !parts.repair ? { kept: { text: sentence, ...outcome(held) } } : { checked: held };
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

/** In the order of the text, whichever sentence was checked first. */
function record(piece: Piece, run: Run): void {
  const { text, verdict, evidence, repaired } = piece.kept ?? { ...piece.checked, text: piece.sentence, repaired: 'removed' };
  if (verdict === undefined) return;
  run.emit({ type: 'verdict', claim: text, ...inTrace({ verdict, evidence }), ...(repaired !== undefined && { repaired }) });
}

function inTrace({ verdict, evidence }: Pick<Checked, 'verdict' | 'evidence'>) {
  return { verdict, evidence: evidence.map(({ passage, quote, start, end }) => ({ url: passage.source.url, quote, start, end })) };
}

/** The sentence as it stands in its passage; where it was made readable, the stretch it was made of. */
function quoteOf(sentence: string, passage: Passage): Evidence {
  const at = passage.text.indexOf(sentence);
  const found =
    at >= 0 ? { start: at, end: at + sentence.length } : (verbatimIn(sentence, passage.text) ?? evidenceSpan(sentence, passage.text));
  const { start, end } = found ?? { start: 0, end: passage.text.length };
  return { passage, quote: passage.text.slice(start, end), start: passage.start + start, end: passage.start + end };
}
