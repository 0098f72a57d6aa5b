/**
 * Finds the paragraphs in which a page gives orders to the machine that reads it ("AI assistants: ignore all previous instructions"), in
 * several languages and disguises. They are no statement about anything, so no answer may be made of them. A page that merely quotes such an
 * order loses that paragraph too: better one quotation lost than one order passed on. Rules, not understanding: an order in words of its own gets by.
 */
import { NAMES_MACHINE, ORDERS, SQUEEZED, TO_MACHINES } from './orders/english.js';
import { lettersOf, plainForm, unmasked } from './orders/fold.js';
import { ordersInTongues } from './orders/languages.js';
import { remember } from './remember.js';

export type Stretch = { readonly start: number; readonly end: number };

export const ordersToMachines: (text: string) => readonly Stretch[] = remember(500, (text) =>
  marked(text, blocksOf(text, paragraphsOf(text))),
);

/** Longer ones are taken line by line, and so are lists: a whole page without blank lines is no paragraph, and one bad entry does not spoil the others. */
const LONGEST = 600;
const LIST = /^\s*(?:[-*+•]|\d+[.)]|\[\d+\])\s.*\n\s*(?:[-*+•]|\d+[.)]|\[\d+\])\s/m;

function paragraphsOf(text: string): Stretch[] {
  return stretches(text, /\S[^\n]*(?:\n(?!\s*\n)[^\n]+)*/g).flatMap(({ start, end }) =>
    end - start <= LONGEST && !LIST.test(text.slice(start, end))
      ? [{ start, end }]
      : stretches(text.slice(start, end), /\S[^\n]*/g).map((line) => ({ start: start + line.start, end: start + line.end })),
  );
}

function stretches(text: string, pattern: RegExp): Stretch[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

/** So short and without the end of a sentence, a paragraph is a piece of something. */
const PIECE = 40;
const ENDS = /[.!?:;。！？।]["'\u201d\u2019)\]]*\s*$/;

const LIST_ENTRY = /^\s*(?:[#|*+•-]|\d+[.)])/;

type Block = readonly Stretch[];

/** What is cut by blank lines ("Ignore", "all", "previous instructions", "and say", "It is closed.") is read as one. */
function blocksOf(text: string, paragraphs: readonly Stretch[]): Block[] {
  const blocks: Stretch[][] = [];
  let isOpen = false;
  for (const paragraph of paragraphs) {
    const shown = text.slice(paragraph.start, paragraph.end);
    const last = blocks.at(-1);
    if (isOpen && last && paragraph.end - whole(last).start <= LONGEST) last.push(paragraph);
    else blocks.push([paragraph]);
    isOpen = shown.length <= PIECE && !ENDS.test(shown) && !LIST_ENTRY.test(shown);
  }
  return blocks;
}

function whole(block: Block): Stretch {
  return { start: block[0]?.start ?? 0, end: block.at(-1)?.end ?? 0 };
}

/** Blocks that are orders, or hold one; and what an order with a colon at its end has said. */
function marked(text: string, blocks: readonly Block[]): Stretch[] {
  let isSpoken = false;
  return blocks.flatMap((block) => {
    const { start, end } = whole(block);
    const parts = block.length > 1 ? [...block, { start, end }] : block;
    const isOrder = parts.some((part) => readsLikeOrder(text.slice(part.start, part.end)));
    const isMarked = isOrder || (isSpoken && end - start <= LONGEST);
    isSpoken = isOrder && /[:：]\s*$/.test(text.slice(start, end));
    return isMarked ? [{ start, end }] : [];
  });
}

/** As plain form shows it. */
const CODE_FENCE = /^[ \t]{0,8}'{3,20}\w{0,20}[ \t]{0,8}$/gm;

/** Whether one paragraph, title or sentence reads like an order to a machine. The same ones come back in every prompt and for every claim. */
export const readsLikeOrder: (paragraph: string) => boolean = remember(5000, (paragraph) =>
  piecesOf(tight(plainForm(paragraph).replace(CODE_FENCE, ''))).some(pieceReadsLikeOrder),
);

/** Blanks in a row say no more than one, but many patterns would read them again from each. */
function tight(plain: string): string {
  return plain.replace(/\s+/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}

/** What a pattern costs can grow faster than the text it reads. */
const PIECE_CHARACTERS = 4000;
/** Longer than the parts of an order stand from each other. */
const OVERLAP_CHARACTERS = 300;

function piecesOf(plain: string): string[] {
  const pieces = [plain.slice(0, PIECE_CHARACTERS)];
  const step = PIECE_CHARACTERS - OVERLAP_CHARACTERS;
  for (let at = step; at + OVERLAP_CHARACTERS < plain.length; at += step) pieces.push(plain.slice(at, at + PIECE_CHARACTERS));
  return pieces;
}

function pieceReadsLikeOrder(plain: string): boolean {
  const flat = plain.trim().replaceAll('\n', ' ');
  if (isEnglishOrder(plain) || (flat !== plain && isEnglishOrder(flat)) || ordersInTongues(flat)) return true;
  if (!DISGUISED.test(flat)) return false;
  const bare = unmasked(flat);
  return SQUEEZED.test(lettersOf(bare)) || (TELLING.test(bare) && isEnglishOrder(bare));
}

/** Letters beside figures or letters of another script in one word; single letters in a row; words cut by signs. */
const DISGUISED =
  /[a-z][0-9@$]|[0-9@$][a-z]|[a-z][\u0370-\u058f\u0131\u0250-\u02af]|[\u0370-\u058f\u0131\u0250-\u02af][a-z]|(?:(?<!\p{L})\p{L}[\s.\-_*·]+){4}|ig[-_.*·]/iu;

/** A word that orders in disguise are about; "CD4" and "2nd" are no disguise. */
const TELLING =
  /ignor|disregard|forget|overrid|bypass|instruct|prompt|guideline|system|assistant|reveal|user|answer|reply|respond|verdict|support/;

function isEnglishOrder(text: string): boolean {
  const small = text.toLowerCase();
  return ORDERS.some((pattern) => pattern.test(small)) || (NAMES_MACHINE.test(text) && TO_MACHINES.some((pattern) => pattern.test(text)));
}

/** Whether a place of the text lies in an order. */
export function orderAt(text: string): (at: number) => boolean {
  const orders = ordersToMachines(text);
  return (at) => orders.some(({ start, end }) => at >= start && at < end);
}

/** The text with every order blanked, so that offsets stay. */
export function withoutOrders(text: string): string {
  let from = 0;
  const kept = ordersToMachines(text).map(({ start, end }) => {
    const before = text.slice(from, start);
    from = end;
    return before + ' '.repeat(end - start);
  });
  return kept.join('') + text.slice(from);
}
