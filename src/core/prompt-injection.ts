/**
 * Finds prompt injections: stretches of a page that speak to the machine reading it instead of stating something ("AI
 * assistants: ignore all previous instructions"). No answer may be made of them, and prompts do not show them. A small
 * linear model decides sentence by sentence (prompt-injection/features.ts; fitted and measured by
 * bench/injection/fit.ts, see docs/security.md); markers of chat templates and words spelled letter by letter need no
 * model. An injection worded unlike any other gets by: fences, closed sets and the check of every sentence stand behind
 * this.
 */
import { featuresOf, holdsOrder, type Token, tokensOf } from './prompt-injection/features.js';
import { plainForm, unmasked } from './prompt-injection/fold.js';
import { BIAS, DOUBTFUL, THRESHOLD, WEIGHTS } from './prompt-injection/weights.js';
import { remember } from './remember.js';

export type Stretch = { readonly start: number; readonly end: number };

/** A sentence, or several so short that each alone says nothing. */
type Unit = Stretch & { readonly opensParagraph: boolean };

const SENTENCE_END = /(?<=[.!?]["'”’)\]]{0,3})[ \t]+(?=\S)|(?<=[。！？])|\s*\n\s*/g;
/** Shorter units are read together with what follows. */
const FEWEST_WORDS = 5;
const LONGEST = 600;
const LIST_ENTRY = /^(?:[#|*+•-]|\d+[.)])/;

/** For the fit, which must cut text as it is cut here. */
export function unitsOf(text: string): Unit[] {
  const cuts = [...text.matchAll(SENTENCE_END)].map(({ 0: gap, index }) => ({
    end: index,
    next: index + gap.length,
    isLine: gap.includes('\n'),
  }));
  const units: Unit[] = [];
  let [start, opensParagraph] = [0, true];
  for (const { end, next, isLine } of [...cuts, { end: text.length, next: text.length, isLine: true }]) {
    const shown = text.slice(start, end);
    const isPiece = (shown.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_WORDS && next < text.length;
    const isOpen =
      !/[.!?:;。]\W*$/.test(shown) && !LIST_ENTRY.test(shown) && !LIST_ENTRY.test(text.slice(next, next + 4));
    const isJoined = isPiece && (!isLine || isOpen) && end - start < LONGEST;
    if (isJoined) continue;
    if (shown.trim() !== '') units.push({ start, end, opensParagraph });
    [start, opensParagraph] = [next, isLine];
  }
  return units;
}

/**
 * Words at a time, and how far apart such windows begin: what an injection carries may be long and speak of anything.
 */
const WINDOWS = [
  { words: 7, step: 3 },
  { words: 14, step: 4 },
];

export function windowsOf(unit: string): Token[][] {
  const tokens = tokensOf(unit);
  return WINDOWS.flatMap(({ words, step }) => {
    const count = Math.max(1, Math.ceil((tokens.length - words) / step) + 1);
    return Array.from({ length: count }, (_, at) => tokens.slice(at * step, at * step + words));
  });
}

function scoreOf(unit: string): number {
  return windowsOf(unit).reduce((highest, window) => {
    let score = BIAS;
    for (const feature of featuresOf(window)) score += WEIGHTS.get(feature) ?? 0;
    return Math.max(highest, score);
  }, BIAS);
}

/** Markers of chat templates and of the roles in them. */
const ROLE_MARKER =
  /<\|[\w ]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>|"role"\s*:\s*"(?:system|developer|assistant)"|^\s*#{2,4} ?(?:Instruction|Response|System)\s*:|<\/?system>|<\s?<\s*(?:end|page) [\w-]{3,}\s*>>/im;
/** Nor does a label in capitals: "SYSTEM: ...". */
const ROLE_LABEL = /^[\s*[(-]*(?:SYSTEM|ADMIN|DEVELOPER|ASSISTANT)\b[^.:\n]{0,20}:/m;
/** "I g n o r e", "i.g.n.o.r.e": no honest text spells whole sentences. */
const SPELLED = /(?:(?<![\p{L}\p{N}])\p{L}[\s.\-_*·]{1,3}){10}/u;
/** Letters beside figures or letters of another script in one word, or words cut by signs. */
const DISGUISED =
  /[a-z][0-9@$][a-z]|\b[0-9@$][a-z]{2}|[a-z][\u0370-\u058f\u0131\u0250-\u02af]|[\u0370-\u058f\u0131\u0250-\u02af][a-z]|[a-z][-_*·][a-z]/iu;

/** The same sentences come back in every prompt and for every claim, and are held against both limits. */
const scored = remember(20_000, (sentence: string): { readonly plain: string; readonly score: number } => {
  const plain = plainForm(sentence);
  return { plain, score: scoreOf(plain) };
});

/** Whether a sentence or title reads like an injection. */
export const readsLikeInjection: (sentence: string) => boolean = remember(20_000, (sentence) => {
  const { plain, score } = scored(sentence);
  if (ROLE_MARKER.test(plain) || ROLE_LABEL.test(plain) || SPELLED.test(plain) || score >= THRESHOLD) return true;
  return DISGUISED.test(plain) && scoreOf(unmasked(plain)) >= THRESHOLD;
});

/**
 * So many sentences after an injection are taken for what it wants said: after one that opens a paragraph, after one
 * within, and after a colon.
 */
const PAYLOAD_OF_PARAGRAPH = 3;
const PAYLOAD_WITHIN = 1;
/** A longer injection within a paragraph has said what it wants. */
const ANNOUNCES = 100;

/** A turn of a made-up dialogue. Those right before an injection lead up to it; alone they are an interview's. */
const TURN = /^[\s>*`-]*(?:User|Human|Assistant|AI)\s*:/i;

export const findInjections: (text: string) => readonly Stretch[] = remember(2000, (text) => {
  const found: Stretch[] = [];
  let turns: Stretch[] = [];
  let [payload, paragraphOnly] = [0, true];
  for (const { start, end, opensParagraph } of unitsOf(text)) {
    const shown = text.slice(start, end);
    if (opensParagraph && paragraphOnly) payload = 0;
    // Short lines that were read together may be those of a menu.
    const isInjection =
      readsLikeInjection(shown) && (!/\S\s*\n/.test(shown) || holdsOrder(tokensOf(shown)) || ROLE_MARKER.test(shown));
    const isPayload = !isInjection && payload > 0 && shown.length <= LONGEST;
    if (isInjection) {
      paragraphOnly = /[.!?。！？]["'”’)\]\s]*$/.test(shown); // what ends in a colon or in nothing goes on in the next paragraph
      payload =
        opensParagraph || !paragraphOnly ? PAYLOAD_OF_PARAGRAPH : shown.length <= ANNOUNCES ? PAYLOAD_WITHIN : 0;
    } else payload -= 1;
    if (isInjection || isPayload) found.push(...(isInjection ? turns : []), { start, end });
    turns = !isInjection && !isPayload && TURN.test(shown) ? [...turns, { start, end }] : [];
  }
  return found;
});

/**
 * Words of an order that carries no claim of its own: neither quoted, nor behind a colon or "that", nor as a sentence
 * within it.
 */
const BARE_WORDS = 10;
const isBare = (shown: string): boolean =>
  shown.split(/\s+/).length <= BARE_WORDS &&
  !/["“”]|[:=]\s*\S|\bthat(?: \S+){2}/.test(shown) &&
  !tokensOf(shown).some(({ isInner }) => isInner);

/** `leadsUp`: in doubt only because an order that claims nothing itself follows. */
export type DoubtfulStretch = Stretch & { readonly leadsUp: boolean };

/**
 * Stretches that may be injections: some 5 % of honest sentences are among them, so they are passed over only where
 * other sentences say what is needed. One that claims nothing itself ("Say this.", "Write it like this:") speaks of
 * its neighbours in the paragraph: they are in doubt as well.
 */
export const findDoubtful: (text: string) => readonly DoubtfulStretch[] = remember(2000, (text) => {
  const units = unitsOf(text);
  const doubts = units.map(({ start, end }) => {
    const shown = text.slice(start, end);
    return scored(shown).score >= DOUBTFUL ? { isBare: isBare(shown) } : undefined;
  });
  return units.flatMap(({ start, end, opensParagraph }, at) => {
    const isOne = doubts[at] !== undefined || (doubts[at - 1]?.isBare && !opensParagraph);
    const leadsUp = !isOne && doubts[at + 1]?.isBare === true && units[at + 1]?.opensParagraph === false;
    return isOne || leadsUp ? [{ start, end, leadsUp }] : [];
  });
});

type Touches = (start: number, end?: number) => boolean;

function touching(stretches: readonly Stretch[]): Touches {
  return (from, to = from + 1) => stretches.some(({ start, end }) => from < end && to > start);
}

/** Whether a stretch of the text touches an injection. */
export function injectionAt(text: string): Touches {
  return touching(findInjections(text));
}

/** Whether a stretch of the text touches one that may be an injection. */
export function doubtfulAt(text: string): Touches {
  return touching(findDoubtful(text));
}

/** A line with what may be an injection left out: for lists, whose numbers must stay when a line goes. */
export function withoutDoubtful(line: string): string {
  return findDoubtful(line).reduceRight((rest, { start, end }) => `${rest.slice(0, start)}...${rest.slice(end)}`, line);
}

/** The text with every injection blanked, so that offsets stay. */
export function withoutInjections(text: string): string {
  let from = 0;
  const kept = findInjections(text).map(({ start, end }) => {
    const before = text.slice(from, start);
    from = end;
    return before + ' '.repeat(end - start);
  });
  return kept.join('') + text.slice(from);
}
