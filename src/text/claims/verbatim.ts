/**
 * Finds the words of a claim in a text as they stand, whatever the blanks, quotation marks, emphasis and closing stop.
 */

export type TextSpan = { readonly start: number; readonly end: number };

const FOLD: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '\u00a0': ' ',
};

/** Letters and figures with single blanks, and where each stands in the text. */
function folded(text: string): { readonly text: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = FOLD[text[at] as string] ?? (text[at] as string);
    if (/[*_`]/.test(character)) continue;
    const isBlank = /\s/.test(character);
    if (isBlank && (out === '' || out.endsWith(' '))) continue;
    out += isBlank ? ' ' : character;
    places.push(at);
  }
  return { text: out, places };
}

/**
 * The claim must begin and end at a word's edge, and not stop where the text goes on to take it back: "It is open" in
 * "It is open no more".
 */
export function verbatimIn(claim: string, text: string): TextSpan | undefined {
  const wanted = folded(claim.trim()).text.replace(/[\s.!;,]+$/, '');
  if (wanted.split(' ').length < FEWEST_WORDS) return undefined;
  const known = folded(text);
  for (let at = known.text.indexOf(wanted); at >= 0; at = known.text.indexOf(wanted, at + 1)) {
    const [before, after] = [known.text.slice(Math.max(0, at - 3), at), known.text.slice(at + wanted.length)];
    const opens = before.trim() === '' || /[.!?:;>"'(\]|-]\s*$/.test(before);
    if (opens && (after === '' || /^["')\]]*[.!?;]/.test(after) || /^\s*[|\n]/.test(after))) {
      const end = (known.places[at + wanted.length - 1] as number) + 1;
      const stop = /^["”'’)\]*_]*[.!?;]/.exec(text.slice(end))?.[0] ?? '';
      return { start: known.places[at] as number, end: end + stop.replace(/;$/, '').length };
    }
  }
  return undefined;
}

/** Two words occur anywhere. */
const FEWEST_WORDS = 3;
