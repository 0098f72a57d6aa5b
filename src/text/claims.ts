/**
 * Cuts a text into claims: its sentences, and their clauses where a sentence holds several facts; each with the marks
 * that name its sources. Headings, questions, greetings and the list of sources claim nothing and are left out.
 */
import { anyOf } from './any-of.js';
import { clausesOf, subjectOf, withSubject } from './claims/clauses.js';
import { type Mark, readMarks } from './claims/marks.js';
import { isDefinition, referenceList } from './claims/reference-list.js';
import { type Sentence, splitSentences } from './sentences.js';
import { words } from './terms.js';

export type TextClaim = {
  /** `text.slice(start, end)` of the text. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What is claimed, for reading on its own: without marks, with the subject of its sentence. */
  readonly said: string;
  /** Which sentence of the text it belongs to, counted from 0. */
  readonly sentence: number;
  readonly marks: readonly Mark[];
};

export function claimsIn(text: string): TextClaim[] {
  const { start: listStart } = referenceList(text);
  const body = withoutDefinitions(withoutCode(text.slice(0, listStart)));
  const { plain, marks } = readMarks(body);
  const sentences = splitSentences(plain);
  const owned = marksOf(sentences, marks, plain);
  return sentences.flatMap((sentence, at) => {
    const own = owned[at] ?? [];
    return own.length === 0 && !claimsSomething(sentence.text) ? [] : claimsOf({ sentence, at, own }, body);
  });
}

/** Code and comments are no prose. Blanked, so that offsets stay. */
function withoutCode(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?(?:^\1|$(?![\s\S]))|<!--[\s\S]*?-->/gm, (code) => code.replace(/[^\n]/g, ' '));
}

function withoutDefinitions(text: string): string {
  return text
    .split('\n')
    .map((line) => (isDefinition(line) ? ' '.repeat(line.length) : line))
    .join('\n');
}

/** A mark belongs to the sentence it stands in or behind; at the head of a line that goes on, to what follows. */
function marksOf(sentences: readonly Sentence[], marks: readonly Mark[], plain: string): Mark[][] {
  const owned: Mark[][] = sentences.map(() => []);
  for (const mark of marks) {
    const inside = sentences.findIndex(({ start, end }) => mark.start >= start && mark.start < end);
    const before = sentences.findLastIndex(({ end }) => end <= mark.start);
    const lineStart = plain.lastIndexOf('\n', mark.start - 1) + 1;
    const opensLine = plain.slice(lineStart, mark.start).replace(/[-*+>\d.)\s]/g, '') === '';
    const opens = opensLine && /^[ \t]*\S/.test(plain.slice(mark.end).split('\n')[0] ?? '');
    const owner = inside >= 0 ? inside : opens ? before + 1 : before;
    owned[Math.max(owner, 0)]?.push(mark);
  }
  return owned;
}

type MarkedSentence = { readonly sentence: Sentence; readonly at: number; readonly own: readonly Mark[] };

function claimsOf({ sentence, at, own }: MarkedSentence, body: string): TextClaim[] {
  const cuts = own.filter((mark) => mark.end < sentence.end).map((mark) => mark.end - sentence.start);
  const clauses = clausesOf(sentence.text, cuts);
  const subject = subjectOf(flat(sentence.text));
  const lastMarked = own.findLast((mark) => mark.start >= sentence.start);
  return clauses.map(({ start, end }, index): TextClaim => {
    const [from, to] = [sentence.start + start, sentence.start + end];
    const next = clauses[index + 1];
    const limit = next ? sentence.start + next.start : Number.POSITIVE_INFINITY;
    const inside = own.filter((mark) => mark.start >= (index === 0 ? 0 : from) && mark.start < limit);
    // A mark at the end of the sentence stands for all of it that has no mark of its own.
    const meant = inside.length > 0 || !lastMarked ? inside : own.filter((mark) => mark.start === lastMarked.start);
    const said = flat(sentence.text.slice(start, end));
    const trimmed = trimmedEnd(body, { from, to, own });
    return { ...trimmed, said: index === 0 ? said : withSubject(said, subject), sentence: at, marks: meant };
  });
}

/**
 * The stretch of the text itself: without bullets before and marks behind it, the full stop kept where it stands before
 * the mark.
 */
function trimmedEnd(body: string, { from, to, own }: { from: number; to: number; own: readonly Mark[] }) {
  let [start, end] = [from, Math.min(to, body.length)];
  start += /^(?:\s|[-*+>]\s|\d{1,3}[.)]\s)*/.exec(body.slice(start, end))?.[0].length ?? 0;
  const firstTrailing = own.find(
    (mark) => mark.start > start && mark.start < end && /^[\s.,;!?]*$/.test(blanked(body, own, mark.start, end)),
  );
  if (firstTrailing) end = firstTrailing.start;
  // The full stop behind a link of words was read before it: the claim ends where the link does.
  const split = own.find((mark) => mark.start < end && mark.end > end);
  if (split) end = split.end + (/^[.!?]+/.exec(body.slice(split.end))?.[0].length ?? 0);
  while (end > start && /[\s,;]/.test(body[end - 1] as string)) end -= 1;
  return { text: body.slice(start, end), start, end };
}

function blanked(body: string, marks: readonly Mark[], from: number, to: number): string {
  const text = body.slice(from, to);
  return marks.reduce((rest, { start, end }) => {
    const [a, b] = [Math.max(0, start - from), Math.max(0, end - from)];
    return isWorded(body, start, end)
      ? rest
      : rest.slice(0, a) + ' '.repeat(Math.max(0, Math.min(b, rest.length) - a)) + rest.slice(b);
  }, text);
}

/** A link with words of the sentence in it is part of the sentence. */
function isWorded(body: string, start: number, end: number): boolean {
  return /[\p{L}\p{N}]/u.test(readMarks(body.slice(start, end)).plain);
}

function flat(text: string): string {
  return text
    .replace(/^(?:\s|[-*+>]\s|\d{1,3}[.)]\s)+/, '')
    .replace(/(?<![\p{L}\p{N}])[*_`]{1,3}|[*_`]{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const COURTESIES = [
  /hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks?|thank you|welcome|please/,
  /cheers|regards|best wishes|kind regards|sincerely|sure|certainly|of course|great question/,
  /i hope|hope this|let me know|feel free|as an ai/,
  /see also|here (?:is|are)|below (?:is|are)|in (?:summary|short|conclusion)[,:]?$|note:?$/,
];
const GREETING = new RegExp(`^(?:${anyOf(COURTESIES)})\\b`, 'i');

/**
 * `silent`: a heading, a question, a lead-in, a greeting; `fragment`: words that say something only with what was
 * asked; `sentence`: it can be true or false.
 */
export type UnitKind = 'silent' | 'fragment' | 'sentence';

export function kindOfUnit(unit: string): UnitKind {
  const text = unit.trim();
  if (
    /^#{1,6}\s|^[|:\s-]+$|^[-*_=]{3,}$/.test(text) ||
    /[?？؟]["'”’)」』）*_]*$/.test(text) ||
    /[:：][*_]*$/.test(text)
  )
    return 'silent';
  if (GREETING.test(flat(text))) return 'silent';
  const count = countWords(flat(text));
  const hasStop = /[.!。！…।॥۔]["'”’)」』）*_]*$/.test(text);
  return count >= 2 && (hasStop || /\d/.test(text) || count > MOST_TITLE_WORDS) ? 'sentence' : 'fragment';
}

/** Whether a stretch without a mark says something that could be true or false. */
export const claimsSomething = (unit: string): boolean => kindOfUnit(unit) === 'sentence';

/**
 * A sentence written without blanks is one run of letters: it counts by its terms. "4.50" is one term, and counts by
 * its runs.
 */
function countWords(text: string): number {
  return Math.max(text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0, words(text).length);
}

/** A line without a full stop and without a figure is a title up to this length. */
const MOST_TITLE_WORDS = 8;
