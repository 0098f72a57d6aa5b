/** Reads and applies robots.txt as RFC 9309 has it: groups by product token, the longest match wins, an allow wins a tie. Pure. */

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

/** The rules for this product. Groups that name it are taken together (2.2.1); where none does, those for "*"; else all is allowed. */
export function rulesFor(text: string, product: string): RobotsRules {
  const groups = groupsOf(text);
  const named = groups.filter(({ agents }) => agents.some((agent) => agent === product.toLowerCase()));
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const lines = chosen.flatMap((group) => group.lines);
  const rules = lines.flatMap(({ field, value }) =>
    (field === 'allow' || field === 'disallow') && value !== '' ? [{ allow: field === 'allow', pattern: patternOf(value) }] : [],
  );
  const delays = lines.flatMap(({ field, value }) => (field === 'crawl-delay' && Number(value) > 0 ? [Number(value) * 1000] : []));
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
      return colon < 1 ? [] : [{ field: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() }];
    });
}

/** "ExampleBot/1.2 (x)" names the product "examplebot". */
function productOf(value: string): string {
  return value === '*' ? '*' : (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase();
}

/** One spelling for paths that mean the same (2.2.2): escapes of unreserved characters undone, all else escaped, in capitals. "%2F" stays. */
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
  return Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** "*" stands for anything, a final "$" for the end. Greedy with one point of return, so that no pattern takes long. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const wanted = anchored ? pattern.slice(0, -1) : `${pattern}*`;
  let [at, from, star, resume] = [0, 0, -1, 0];
  while (from < path.length) {
    if (wanted[at] === '*') {
      star = at;
      resume = from;
      at += 1;
    } else if (wanted[at] === path[from]) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      from = resume;
    } else return false;
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}
