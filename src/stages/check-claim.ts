/**
 * Checks one claim against passages: its words as they stand; else our verifier, on the stretches that speak of the
 * claim, with what can be compared exactly; what those leave in doubt is asked of the judge, where one is configured.
 * Limits and figures: docs/verification.md.
 */
import { type AskInput, ask } from '../core/ask.js';
import type { Passage, Verdict } from '../core/data.js';
import { messageOf } from '../core/errors.js';
import type { ChatModels, Entailment, LocalModels, Role } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import { withoutInjections } from '../core/prompt-injection.js';
import { endsRun, type Run } from '../core/run.js';
import { bestWindows, type PassageWindow } from '../text/best-windows.js';
import { verbatimIn } from '../text/claims/verbatim.js';
import { contextualText } from '../text/contextual.js';
import { evidenceSpan } from '../text/evidence-span.js';
import { type Mismatch, mismatches } from '../text/exact.js';
import { ENOUGH, verdictOf } from '../text/verdict.js';

export type CheckVars = { readonly claim: string; readonly passages: readonly Passage[] };
export type CheckReply = { readonly verdict: 'supported' | 'partial' | 'contradicted' | 'not-stated' };

export type CheckParts = {
  readonly local: Pick<LocalModels, 'verifier'>;
  /**
   * With a prompt, the judge, else the small model is asked about what our verifier doubts. Never the large one: it
   * would judge itself.
   */
  readonly models?: ChatModels;
  readonly prompt?: Prompt<CheckVars, CheckReply>;
  /** Called when a judge is asked: what may be needed next can be read until it answers. */
  readonly whileJudged?: () => void;
};

export type CheckInput = {
  readonly claim: string;
  readonly question?: string | undefined;
  /** A short answer, "1888", which says something only together with its question. */
  readonly isShort?: boolean;
  readonly passages: readonly Passage[];
};

/** A stretch of a passage; `start` and `end` count in the text of its document. */
export type Evidence = {
  readonly passage: Passage;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
};

export type CheckResult = {
  readonly verdict: Verdict;
  readonly evidence: readonly Evidence[];
  readonly mismatches: readonly Mismatch[];
  /** How sure the checker is that the evidence carries the claim, 0 to 1. */
  readonly support: number;
  readonly by: 'words' | 'verifier' | 'model' | 'nobody';
};

/** Stretches that the verifier reads, the most alike first. */
const MOST_WINDOWS = 3;
/** A verifier this sure needs no second stretch and no judge. */
const SURE = 0.9;

const UNSUPPORTED: CheckResult = { verdict: 'unsupported', evidence: [], mismatches: [], support: 0, by: 'words' };

export async function checkClaim(input: CheckInput, parts: CheckParts, run: Run): Promise<CheckResult> {
  const { claim, question = '', isShort = false, passages } = input;
  const verbatim = checkVerbatim(input);
  if (verbatim) return verbatim;
  const said = isShort ? asAnswer(question, claim) : claim;
  const windows = windowsFor(said, passages);
  if (windows.length === 0) return UNSUPPORTED;
  const read = await readWindows({ said, windows, passages }, parts, run);
  const checked = settle({ ...input, said, read });
  const isClear = checked.verdict === 'supported' && checked.support >= SURE;
  const judged = isClear ? undefined : await byJudge({ said, windows, passages }, parts, run);
  return judged
    ? withJudgement(checked, judged, evidenceIn(said, read?.windows ?? windows.slice(0, 1), passages))
    : checked;
}

/** A short answer of so many words, "She was born in Tovrick", speaks for itself where a source says it so. */
const FEWEST_SELF_SUFFICIENT = 5;

/** Supported where a passage says the claim word for word: no model has a say in that. */
export function checkVerbatim({ claim, isShort = false, passages }: CheckInput): CheckResult | undefined {
  if (isShort && claim.trim().split(/\s+/).length < FEWEST_SELF_SUFFICIENT) return undefined;
  const found = findVerbatim(claim, passages);
  return found && { ...UNSUPPORTED, verdict: 'supported', evidence: [found], support: 1 };
}

/** What checkClaim would read: a verifier that remembers then has it. */
export async function readAhead(input: CheckInput, parts: CheckParts, run: Run): Promise<void> {
  if (!parts.local.verifier) return;
  const { claim, question = '', isShort = false, passages } = input;
  const said = isShort ? asAnswer(question, claim) : claim;
  await readWindows({ said, windows: windowsFor(said, passages), passages }, parts, run);
}

function windowsFor(said: string, passages: readonly Passage[]): PassageWindow[] {
  return bestWindows(
    said,
    passages.map(({ text }) => withoutInjections(text)),
    MOST_WINDOWS,
  );
}

/** "When did the Kestrel Bridge open? 1888", as the verifier was trained on short answers. */
export function asAnswer(question: string, answer: string): string {
  const asked = question.trim();
  return `${/[?？]$/.test(asked) ? asked : `${asked}?`} ${answer}`;
}

/** "Yes" and "no" are what our verifier cannot tell apart. */
const YES_OR_NO = /^\W*(?:yes|no)\W*$/i;

type VerifierOdds = { readonly odds: Entailment; readonly windows: readonly PassageWindow[] };
type SettleInput = CheckInput & { readonly said: string; readonly read: VerifierOdds | undefined };

function settle({ claim, question = '', isShort = false, said, passages, read }: SettleInput): CheckResult {
  if (!read || (isShort && YES_OR_NO.test(claim))) return { ...UNSUPPORTED, verdict: 'unchecked', by: 'nobody' };
  const { odds, windows } = read;
  const found = isShort ? [] : mismatches(claim, `${question}\n${sourcesOf(windows, passages)}`);
  const verdict = verdictOf({ odds, mismatches: found, isShort });
  const evidence = verdict === 'unsupported' || verdict === 'unchecked' ? [] : evidenceIn(said, windows, passages);
  return { verdict, evidence, mismatches: found, support: odds.supported, by: 'verifier' };
}

/** All that the pages of these stretches say, with their titles and headings. */
function sourcesOf(windows: readonly PassageWindow[], passages: readonly Passage[]): string {
  return [...new Set(windows.map(({ passage }) => passages[passage] as Passage))]
    .map(({ source, headings, text }) => contextualText(source.title, headings, text))
    .join('\n');
}

type CheckedText = {
  readonly said: string;
  readonly windows: readonly PassageWindow[];
  readonly passages: readonly Passage[];
};

/**
 * The stretch that carries it best; where none does alone, the best of two passages together. What the first leaves
 * open is read at once, so that every process of the verifier has a part of it.
 */
async function readWindows(
  { said, windows, passages }: CheckedText,
  { local: { verifier } }: CheckParts,
  run: Run,
): Promise<VerifierOdds | undefined> {
  const [first, ...others] = windows;
  if (!verifier || !first) return undefined;
  const entail = async (shown: readonly (readonly PassageWindow[])[]): Promise<VerifierOdds[]> => {
    const texts = shown.map((some) => some.map((window) => underHeadings(window, passages)).join(' '));
    const odds = await verifier.entail(said, texts, { signal: run.signal });
    return shown.map((some, at) => ({ odds: odds[at] ?? { supported: 0, contradicted: 0 }, windows: some }));
  };
  const [alone] = (await entail([[first]])) as [VerifierOdds];
  if (alone.odds.supported >= SURE || others.length === 0) return alone;
  const second = others.find(({ passage }) => passage !== first.passage);
  const pairs = second && alone.odds.supported < ENOUGH ? [[first, second]] : []; // the longest is begun first
  return likeliest([alone, ...(await entail([...pairs, ...others.map((window) => [window])]))]);
}

/** The first that is sure, else the best; two together only where none is enough alone. */
function likeliest(read: readonly VerifierOdds[]): VerifierOdds {
  const better = (one: VerifierOdds, other: VerifierOdds) => (other.odds.supported > one.odds.supported ? other : one);
  const single = read.filter(({ windows }) => windows.length === 1);
  const best = single.find(({ odds }) => odds.supported >= SURE) ?? single.reduce(better);
  return best.odds.supported >= ENOUGH ? best : read.filter((one) => !single.includes(one)).reduce(better, best);
}

/** Without emphasis: in "It **never** sails" the verifier overlooks the "never". */
function underHeadings({ passage, text }: PassageWindow, passages: readonly Passage[]): string {
  const { source, headings } = passages[passage] as Passage;
  return contextualText(source.title, headings, text.replace(/\*\*|__/g, ''));
}

function evidenceIn(said: string, windows: readonly PassageWindow[], passages: readonly Passage[]): Evidence[] {
  return windows.map((window) => {
    const passage = passages[window.passage] as Passage;
    const span = evidenceSpan(said, window.text) ?? { start: 0, end: window.text.length };
    return placed(passage, { start: window.start + span.start, end: window.start + span.end });
  });
}

/** A stretch of the passage's text, at its place in the document. */
export function placed(passage: Passage, { start, end }: { readonly start: number; readonly end: number }): Evidence {
  return { passage, quote: passage.text.slice(start, end), start: passage.start + start, end: passage.start + end };
}

function findVerbatim(claim: string, passages: readonly Passage[]): Evidence | undefined {
  for (const passage of passages) {
    const found = verbatimIn(claim, withoutInjections(passage.text)); // what stands in an instruction to a machine was not stated
    if (found) return placed(passage, found);
  }
  return undefined;
}

/**
 * The judge decides, except where something exact is missing from the sources and our verifier finds no support for the
 * rest either.
 */
function withJudgement(checked: CheckResult, verdict: Verdict, evidence: readonly Evidence[]): CheckResult {
  const isRefuted = checked.mismatches.length > 0 && checked.support < ENOUGH;
  if (verdict === 'supported' && isRefuted) return checked;
  return { ...checked, verdict, by: 'model', evidence: verdict === 'unsupported' ? [] : evidence };
}

/** The configured judge, else the small model. */
function judgeRole({ models = {}, prompt }: CheckParts): Role | undefined {
  return prompt && (models.judge ? 'judge' : models.small ? 'small' : undefined);
}

async function byJudge(
  { said, windows, passages }: CheckedText,
  parts: CheckParts,
  run: Run,
): Promise<Verdict | undefined> {
  const { models = {}, prompt } = parts;
  const role = judgeRole(parts);
  if (!role || !prompt) return undefined;
  parts.whileJudged?.();
  const shown = [...new Set(windows.map(({ passage }) => passages[passage] as Passage))];
  return askJudge({ models, role, prompt, vars: { claim: said, passages: shown } }, run);
}

async function askJudge(asked: AskInput<CheckVars, CheckReply>, run: Run): Promise<Verdict | undefined> {
  try {
    const { verdict } = await ask(asked, run);
    return verdict === 'not-stated' ? 'unsupported' : verdict;
  } catch (error) {
    if (endsRun(error, run)) throw error;
    run.emit({ type: 'fallback', reason: messageOf(error), prompt: asked.prompt.id });
    return undefined;
  }
}
