/**
 * Manuals in plain text that set each term on a line of its own and what is said of it further in, as man pages do:
 * the terms become headings.
 */

export type TextLine = { readonly text: string; readonly start: number; readonly end: number };
export type Paragraph = readonly [TextLine, ...TextLine[]];
/** An entry has its term; what stands between entries has none. */
export type Stretch = { readonly term?: TextLine; readonly paragraphs: readonly Paragraph[] };

const FURTHER_IN = 2;
const LONGEST_TERM = 80;
const FEWEST_ENTRIES = 3;

const indentOf = ({ text }: TextLine): number => text.length - text.trimStart().length;

/** A file may have more lines than a function takes arguments. */
export const leastIndent = (lines: readonly TextLine[]): number =>
  lines.reduce((least, line) => Math.min(least, indentOf(line)), Number.POSITIVE_INFINITY);

/** The paragraphs as entries and what lies between; nothing where they are no list of entries. */
export function hangingEntries(paragraphs: readonly Paragraph[]): readonly Stretch[] | undefined {
  const base = leastIndent(paragraphs.map(([first]) => first));
  const isFurtherIn = (lines: readonly TextLine[]) => lines.every((line) => indentOf(line) >= base + FURTHER_IN);
  const stretches: { term?: TextLine; paragraphs: Paragraph[] }[] = [];
  for (const [at, paragraph] of paragraphs.entries()) {
    const [first, ...rest] = afterTerm(paragraph);
    const last = stretches.at(-1);
    const below = isMany(rest) ? rest : (paragraphs[at + 1] ?? []);
    if (indentOf(first) === base && isTerm(first) && below.length > 0 && isFurtherIn(below))
      stretches.push({ term: first, paragraphs: isMany(rest) ? [rest] : [] });
    else if (last && (last.term === undefined || isFurtherIn(paragraph))) last.paragraphs.push(paragraph);
    else stretches.push({ paragraphs: [paragraph] });
  }
  const entries = stretches.filter(({ term }) => term !== undefined);
  const isMost = linesIn(entries) * 2 > linesIn(stretches);
  return entries.length >= FEWEST_ENTRIES && isMost ? stretches : undefined;
}

/** `9      The server was busy,` where the next line begins below the word after the gap: a term and its first line. */
function afterTerm(paragraph: Paragraph): Paragraph {
  const [first, second] = paragraph;
  if (second === undefined) return paragraph;
  const column = indentOf(second);
  const before = first.text.slice(0, column);
  const isTermAndText = before.trim() !== '' && /\s\s$/.test(before) && /\S/.test(first.text[column] ?? '');
  if (!isTermAndText) return paragraph;
  const text = { ...first, text: ' '.repeat(column) + first.text.slice(column) };
  return [{ ...first, text: before.trimEnd() }, text, ...paragraph.slice(1)];
}

const isMany = (lines: readonly TextLine[]): lines is Paragraph => lines.length > 0;

const linesIn = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { paragraphs }) => sum + paragraphs.reduce((lines, { length }) => lines + length, 0), 0);

function isTerm({ text }: TextLine): boolean {
  const term = text.trim();
  return term.length <= LONGEST_TERM && /[\p{L}\p{N}]/u.test(term) && !/^[-*+•] |[.,:;!?]$/u.test(term);
}
