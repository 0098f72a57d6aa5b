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
  paragraphsOf(text).filter(({ start, end }) => readsLikeOrder(text.slice(start, end))),
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

/** Whether one paragraph, title or sentence reads like an order to a machine. */
export function readsLikeOrder(paragraph: string): boolean {
  const plain = plainForm(paragraph);
  const flat = plain.replace(/\s*\n\s*/g, ' ');
  if (isEnglishOrder(plain) || (flat !== plain && isEnglishOrder(flat)) || ordersInTongues(flat)) return true;
  if (!DISGUISED.test(flat)) return false;
  const bare = unmasked(flat);
  return SQUEEZED.test(lettersOf(bare)) || isEnglishOrder(bare);
}

/** Letters beside figures or letters of another script in one word; single letters in a row; words cut by signs. */
const DISGUISED =
  /[a-z][0-9@$]|[0-9@$][a-z]|[a-z][\u0370-\u058f\u0131\u0250-\u02af]|[\u0370-\u058f\u0131\u0250-\u02af][a-z]|(?:(?<!\p{L})\p{L}[\s.\-_*·]+){4}|ig[-_.*·]/iu;

function isEnglishOrder(text: string): boolean {
  const small = text.toLowerCase();
  return ORDERS.some((pattern) => pattern.test(small)) || (NAMES_MACHINE.test(text) && TO_MACHINES.some((pattern) => pattern.test(text)));
}

/** The text with every order blanked, so that offsets stay. */
export function withoutOrders(text: string): string {
  return ordersToMachines(text).reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
}
