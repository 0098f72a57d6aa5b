/**
 * Reads JSON out of what a weak model writes: code fences, prose around the list, single quotes, trailing commas,
 * unquoted keys, a cut-off end. Gives `undefined` when nothing can be made of it.
 */
export function extractJson(text: string): unknown {
  const unfenced = text.replace(/```[a-z]*\n?/gi, '').trim();
  for (const candidate of [unfenced, ...bracketed(unfenced)]) {
    const value = tryParse(candidate) ?? tryParse(repair(candidate));
    if (value !== undefined) return value;
  }
  return undefined;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The first balanced [...] or {...} of the text, then the first unbalanced one, closed. */
function bracketed(text: string): string[] {
  const start = text.search(/[[{]/);
  if (start < 0) return [];
  const closers: string[] = [];
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"') quote = '"';
    else if (character === '[') closers.push(']');
    else if (character === '{') closers.push('}');
    else if (character === closers.at(-1)) {
      closers.pop();
      if (closers.length === 0) return [text.slice(start, at + 1)];
    }
  }
  return [text.slice(start) + quote + closers.reverse().join('')];
}

function repair(text: string): string {
  return text
    .replace(/[\u201c\u201d]/g, '"')
    .replace(
      /([[{,:]\s*)'((?:[^'\\]|\\.|'(?=\w))*)'(?=\s*[\]},:])/g,
      (_, before: string, inner: string) => before + JSON.stringify(inner.replace(/\\'/g, "'")),
    )
    .replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')
    .replace(/,\s*(?=[\]}])/g, '');
}
