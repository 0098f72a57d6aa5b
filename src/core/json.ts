/**
 * Reads JSON out of what a weak model writes: code fences, prose around the list, single quotes, trailing commas,
 * unquoted keys, a cut-off end. Gives every value that could be meant; the caller takes the last one of the right
 * shape, since models think first.
 */

/** Nothing longer is repaired: a reply that long is a model running in circles. */
const LONGEST_REPAIR = 20_000;

export function extractJson(text: string): unknown[] {
  const plain = text
    .replace(/<think>[\s\S]*?(?:<\/think>|$)/gi, '')
    .replace(/```[a-z]*\n?/gi, '')
    .trim();
  const exact = parseJson(plain);
  if (exact !== undefined) return [exact];
  return bracketed(plain).flatMap((candidate) => {
    const value =
      parseJson(candidate) ?? (candidate.length > LONGEST_REPAIR ? undefined : parseJson(repair(candidate)));
    return value === undefined ? [] : [value];
  });
}

/** `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Every outermost [...] or {...} of the text, in order; the last one is closed where the reply was cut off. */
function bracketed(text: string): string[] {
  const found: string[] = [];
  const closers: string[] = [];
  let [start, inString] = [-1, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '[' || character === '{') {
      if (closers.length === 0) start = at;
      closers.push(character === '[' ? ']' : '}');
    } else if (closers.length > 0 && character === '"') inString = true;
    else if (character === closers.at(-1)) {
      closers.pop();
      if (closers.length === 0) found.push(text.slice(start, at + 1));
    }
  }
  if (closers.length > 0) found.push(text.slice(start) + (inString ? '"' : '') + closers.reverse().join(''));
  return found;
}

function repair(text: string): string {
  return doubleQuoted(text.replace(/[\u201c\u201d]/g, '"'))
    .replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')
    .replace(/,\s*(?=[\]}])/g, '');
}

/**
 * 'a' -> "a", in one pass. A quote ends its text where a comma, a colon or a closing bracket follows: ['St John's'] is
 * one text.
 */
function doubleQuoted(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    const end =
      character === '"'
        ? closingDouble(text, at)
        : character === "'" && /[[{,:\s]$/.test(out)
          ? closingSingle(text, at)
          : -1;
    if (end < 0) {
      out += character;
      continue;
    }
    const inner = text.slice(at + 1, end);
    out += character === '"' ? `"${inner}"` : JSON.stringify(inner.replace(/\\'/g, "'"));
    at = end;
  }
  return out;
}

function closingDouble(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function closingSingle(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === "'" && /^\s*[\],}:]/.test(text.slice(at + 1, at + 40))) return at;
  }
  return -1;
}
