/** Lines of PDF pages to blocks: running heads out, headings by outline or size, lines joined to paragraphs. */
import type { Block, Place } from '../../text/page/index.js';
import type { PdfLine } from './pdf-lines.js';

const maxHeadingCharacters = 120;
/** A line this much larger than the body is a heading. */
const headingSize = 1.15;

export type PdfBlocks = { readonly blocks: readonly Block[]; readonly runningCharacters: number };

type PagedLine = PdfLine & { readonly page: number };

export function toPdfBlocks(unpaged: readonly (readonly PdfLine[])[], outline: ReadonlyMap<string, number>): PdfBlocks {
  const pages = unpaged.map((lines, at) => lines.map((line): PagedLine => ({ ...line, page: at + 1 })));
  const body = bodySize(pages.flat());
  const running = findRunning(pages, body);
  const lines = pages.flatMap((page) => page.filter((line) => !running.has(keyOf(line))));
  const runningCharacters = pages
    .flat()
    .reduce((sum, line) => sum + (running.has(keyOf(line)) ? line.text.length : 0), 0);
  const levelOf = createLevels(lines, outline, body);
  const blocks: Block[] = [];
  let paragraph: PagedLine[] = [];
  const flush = () => {
    if (paragraph.length > 0)
      blocks.push({ level: 0, text: joinLines(paragraph), start: 0, end: 0, place: placeOf(paragraph) });
    paragraph = [];
  };
  for (const line of lines) {
    const level = levelOf(line);
    const last = paragraph.at(-1);
    if (level > 0 || (last !== undefined && startsParagraph(last, line))) flush();
    if (level === 0) paragraph.push(line);
    else if (
      blocks.at(-1)?.level === level &&
      blocks.at(-1)!.text.length + line.text.length < maxHeadingCharacters &&
      !outline.has(line.text)
    ) {
      const before = blocks.pop()!;
      blocks.push({ ...before, text: `${before.text} ${line.text}` });
    } else blocks.push({ level, text: line.text, start: 0, end: 0, place: placeOf([line]) });
  }
  flush();
  return { blocks, runningCharacters };
}

const placeOf = (lines: readonly PagedLine[]): Place => ({
  unit: 'page',
  first: `${lines[0]!.page}`,
  last: `${lines.at(-1)!.page}`,
});

/** The same words at the same height with other numbers: `Annual report 12`, `Annual report 13`. */
function keyOf({ text, y }: PdfLine): string {
  return `${Math.round(y / 3)} ${text.replace(/\d+/g, '#')}`;
}

/** At the edge of many pages, and not in large type: a chapter's heading stands at the edge as well. */
function findRunning(pages: readonly (readonly PdfLine[])[], body: number): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const edges = [...page.slice(0, 2), ...page.slice(-2)].filter(({ size }) => size < body * headingSize);
    for (const key of new Set(edges.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length * 0.3);
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
}

/** The size in which most characters are set. */
function bodySize(lines: readonly PdfLine[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines)
    characters.set(Math.round(size), (characters.get(Math.round(size)) ?? 0) + text.length);
  return [...characters].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/** The outline decides; without one, the sizes above the body's are levels, the largest first. */
function createLevels(
  lines: readonly PdfLine[],
  outline: ReadonlyMap<string, number>,
  body: number,
): (line: PdfLine) => number {
  const sizes = new Set(lines.map(({ size }) => Math.round(size)));
  const larger = [...sizes].filter((size) => size >= body * headingSize).sort((one, other) => other - one);
  return ({ text, size }) => {
    const listed = outline.get(text);
    if (listed !== undefined) return listed;
    if (text.length > maxHeadingCharacters || !/\p{L}{2}/u.test(text) || size < body * headingSize) return 0;
    return Math.min(4, larger.indexOf(Math.round(size)) + 1 || 4);
  };
}

/** A larger gap than between lines, a jump to another column or page, or a list mark. */
function startsParagraph(last: PdfLine, line: PdfLine): boolean {
  const gap = last.y - line.y;
  if (/^([•▪–*-]|\d{1,2}[.)])\s/.test(line.text)) return true;
  if (gap > Math.max(last.size, line.size) * 1.75) return true;
  const isJump = gap < 0;
  return isJump ? /[.!?:]["”)]?$/.test(last.text) : line.x - last.x > line.size && /[.!?]$/.test(last.text);
}

/** `exam-` and `ple` become `example`; other line ends become spaces. */
function joinLines(lines: readonly PdfLine[]): string {
  return lines.reduce((text, line) => {
    if (text === '') return line.text;
    if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text)) return text.slice(0, -1) + line.text;
    return `${text} ${line.text}`;
  }, '');
}
