/**
 * Addresses in the open: those of pages that were read stay, in the spelling they were read under; others go, and
 * schemes that run or open something.
 */
import { canonicalUrl } from '../urls.js';

/** The spelling to print, or nothing where the page was not read. */
export type KnownAddress = (address: string) => string | undefined;

/**
 * The answer never carries an address as it was written: parameters and fragments that canonicalUrl overlooks could
 * carry what was asked to whoever owns the page.
 */
export function knownAddresses(allowed: ReadonlySet<string>): KnownAddress {
  const spellings = new Map<string, string>();
  for (const address of allowed) {
    const spelling = spelled(address);
    if (spelling === undefined) continue;
    spellings.set(canonicalUrl(address), spelling);
    spellings.set(canonicalUrl(spelling), spelling);
  }
  return (address) => spellings.get(canonicalUrl(/^www\./i.test(address) ? `https://${address}` : address));
}

/** Without the signs that end an address in Markdown. */
function spelled(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).href.replace(/[\s()<>[\]{}"'`|\\*~;!]|[.,:?&_]+$/g, (signs) =>
    [...signs].map((sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/**
 * Links are left to links.ts. Also "https\://x", which some renderers link once the backslash is read; "http: words"
 * and "www. words" are no addresses.
 */
const ADDRESS =
  /\]\((?<kept>https?:[^\s()]*)\)(?<after>[^\s<]*)|(?<before>[ \t]{0,3}[(<]?)(?<run>(?:(?:https?|ftps?|wss?)\\?:[\\/]*|www\\?\.)[^\s<>"'`|*)\]}.,;:!?…][^\s<]*)/giu;

export function withoutAddresses(text: string, known: KnownAddress): string {
  return text.replace(ADDRESS, (...found: unknown[]) => {
    const { kept, after = '', before = '', run = '' } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    return kept === undefined ? placed(before, run, known) : `](${kept})${apart(after)}`;
  });
}

function placed(before: string, run: string, known: KnownAddress): string {
  const whole = run.slice(0, endOf(run));
  const core = known(whole) === undefined ? trimmed(whole) : whole;
  const spelling = known(core);
  const isEnclosed = /[(<]$/.test(before) && /^[)>]/.test(run.slice(core.length));
  const rest = run.slice(core.length + Number(isEnclosed && (spelling === undefined || before.endsWith('<'))));
  if (spelling !== undefined) return `${before.replace('<', '')}${spelling}${apart(rest)}`;
  return isEnclosed || (before.trim() === '' && /^[.,;:!?)]*$/.test(rest)) ? rest : before + rest;
}

/**
 * What follows an address could be read as its end, and say to its owner what it likes: only the signs that renderers
 * leave out may follow at once.
 */
function apart(rest: string): string {
  return /^[.,*)]*$/.test(rest) ? rest : ` ${rest}`;
}

function endOf(run: string): number {
  const end = run.search(/["`|<>[\]{}]/);
  return end < 0 ? run.length : end;
}

/** Signs at the end belong to the sentence, as does a bracket that was opened before. */
function trimmed(address: string): string {
  let unopened = address.split(')').length - address.split('(').length;
  let end = address.length;
  while (end > 0) {
    const sign = address.charAt(end - 1);
    if (sign === ')' && unopened > 0) unopened -= 1;
    else if (!".,;:!?'*_~…".includes(sign)) break;
    end -= 1;
  }
  return address.slice(0, end);
}

/** "j" or "%6a" or "%4A" */
const letter = (sign: string): string => {
  const code = sign.charCodeAt(0);
  return `(?:${sign}|%${code.toString(16)}|%${(code - 32).toString(16)})`;
};
/** Browsers overlook tabs and line ends within a scheme. */
const scheme = (name: string): string => `${[...name].map(letter).join('[\\t\\n]*')}[ \\t\\n]*(?:\\\\?:|%3a)`;
const STARTS = '(?:(?<![a-z0-9])|(?<=%[0-9a-f]{2}))';

/** "JavaScript: The Good Parts", "file:12" and "{data:[1]}" are words. */
const RUNNING = new RegExp(
  `(?:(?:${scheme('javascript')}|${scheme('vbscript')})(?=[^\\s\`])|` +
    `${STARTS}${scheme('data')}(?=[\\w.+-]*(?:/|%2f|[;,]))|${scheme('file')}(?=[/\\\\%]))[^\\s<>\\[\\]\`|]*`,
  'gi',
);
const MAILING = /(?<![a-z0-9])(?:mailto|xmpp)\\?:([^\s<>?()[\]]+)(?:\?[^\s<>)\]]*)?/gi;
/** Some renderers link "x.example/a?b=c" without a scheme. */
const QUERYING =
  /(?<![\p{L}\p{N}@./=&%?#_-])((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})(?::\d{1,5})?(?:\/[^\s<?]{0,500})?\?[^\s<=]{0,500}=[^\s<]*/giu;
/** Some link "//x.example". */
const SAME_SCHEME = /(?<![:/\\])\/\/(?=[\p{L}\p{N}-]+\.[\p{L}\p{N}])/gu;

export function withoutSchemes(text: string): string {
  return text.replace(RUNNING, '').replace(MAILING, '$1').replace(QUERYING, '$1').replace(SAME_SCHEME, '// ');
}
