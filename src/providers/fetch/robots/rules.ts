/**
 * Reads and applies robots.txt as RFC 9309 has it: groups by product token, the longest match wins, an allow wins a
 * tie. Pure.
 */

export type Rule = { readonly allow: boolean; readonly pattern: string };
export type RobotsRules = {
  readonly rules: readonly Rule[];
  /** Not in the RFC, but honoured where it is written. */
  readonly crawlDelayMs?: number;
};

export const EVERYTHING: RobotsRules = { rules: [] };
export const NOTHING: RobotsRules = { rules: [{ allow: false, pattern: '/' }] };

type Line = { readonly field: string; readonly value: string };
type Group = { readonly agents: string[]; readonly lines: Line[] };

/**
 * The rules for this product. Groups that name it are taken together (2.2.1); where none does, those for "*"; else all
 * is allowed.
 */
export function rulesFor(text: string, product: string): RobotsRules {
  const groups = groupsOf(text);
  const named = groups.filter(({ agents }) => agents.some((agent) => agent === product.toLowerCase()));
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const lines = chosen.flatMap((group) => group.lines);
  const rules = lines.flatMap(({ field, value }) =>
    (field === 'allow' || field === 'disallow') && value !== ''
      ? [{ allow: field === 'allow', pattern: patternOf(value) }]
      : [],
  );
  const delays = lines.flatMap(({ field, value }) =>
    field === 'crawl-delay' && Number(value) > 0 ? [Number(value) * 1000] : [],
  );
  return { rules, ...(delays.length > 0 && { crawlDelayMs: Math.max(...delays) }) };
}

/** `path` with its query, as in the URL. The file itself may always be read (2.2.2). */
export function isAllowed({ rules }: RobotsRules, path: string): boolean {
  const asked = normalised(path).replaceAll('*', '%2A').replaceAll('$', '%24');
  if (asked === '/robots.txt') return true;
  const matching = rules.filter(({ pattern }) => matches(pattern, asked));
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
  const deciding = matching.filter(({ pattern }) => pattern.length === longest);
  return deciding.length === 0 || deciding.some(({ allow }) => allow);
}

/** Consecutive User-agent lines begin a group; other lines than rules do not end one. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let current: Group | undefined;
  let naming = false;
  for (const { field, value } of linesOf(text)) {
    if (field === 'user-agent') {
      if (!naming || !current) {
        current = { agents: [], lines: [] };
        groups.push(current);
      }
      current.agents.push(productOf(value));
      naming = true;
    } else if (field === 'allow' || field === 'disallow' || field === 'crawl-delay') {
      current?.lines.push({ field, value });
      naming = false;
    }
  }
  return groups;
}

function linesOf(text: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const content = line.split('#')[0] as string;
      const colon = content.indexOf(':');
      return colon < 1
        ? []
        : [{ field: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() }];
    });
}

/** "ExampleBot/1.2 (x)" names the product "examplebot". */
function productOf(value: string): string {
  return value === '*' ? '*' : (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase();
}

/**
 * One spelling for paths that mean the same (2.2.2): escapes of unreserved characters undone, all else escaped, in
 * capitals. "%2F" stays.
 */
function normalised(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (coded) => {
      const character = String.fromCharCode(Number.parseInt(coded.slice(1), 16));
      return /[A-Za-z0-9\-._~]/.test(character) ? character : coded.toUpperCase();
    })
    .replace(/[^\u0021-\u007e]+/g, escaped);
}

/** A dollar sign means the end only at the end; elsewhere, as in paths, it is itself. */
function patternOf(value: string): string {
  const pattern = normalised(value);
  return pattern.slice(0, -1).replaceAll('$', '%24') + pattern.slice(-1);
}

function escaped(text: string): string {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/**
 * "*" stands for anything, a final "$" for the end. What lies between two stars is taken where it is found first: going
 * back would never help, since the next star skips whatever is left over. So each part is looked for once.
 */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const [first = '', ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  if (anchored && rest.length === 0) return path.length === at;
  const last = anchored ? (rest.pop() as string) : '';
  for (const part of rest) {
    const found = placeOf(part, path, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/**
 * V8's Boyer-Moore looks at the last 250 characters of a needle alone; longer ones can be made to take their length
 * times the path's.
 */
const longestForIndexOf = 250;

/**
 * `path.indexOf(part, from)` that no file can slow down: long parts are looked for as Knuth, Morris and Pratt do, in
 * linear time.
 */
function placeOf(part: string, path: string, from: number): number {
  if (part.length <= longestForIndexOf) return path.indexOf(part, from);
  if (part.length > path.length - from) return -1;
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < path.length; at += 1) {
    while (matched > 0 && part[matched] !== path[at]) matched = borders[matched - 1] as number;
    if (part[matched] === path[at]) matched += 1;
    if (matched === part.length) return at - matched + 1;
  }
  return -1;
}

/** For each beginning of the text, the longest part of it that is both its start and its end: "abab" gives 2. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text[length] !== text[at]) length = borders[length - 1] as number;
    if (text[length] === text[at]) length += 1;
    borders[at] = length;
  }
  return borders;
}
