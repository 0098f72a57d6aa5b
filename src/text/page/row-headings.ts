/**
 * References that head each entry by a table of one row (`max_size | Type: integer | Default: 30`): its first cell is
 * the entry's heading, the row its first line.
 */
import { type Block, deepestSectionLevel } from './blocks.js';
import { cellsIn, termText } from './items.js';

const ONE_ROW = /^\|(?:\s*\|)+\n\|(?:\s*:?-+:?\s*\|)+\n(\|[^\n]*\|)$/;
const FEWEST_ENTRIES = 3;

export function withRowHeadings(blocks: readonly Block[]): readonly Block[] {
  const isSectionHeading = ({ level }: Block) => level > 0 && level <= deepestSectionLevel;
  const starts = blocks.flatMap((block, at) => (at === 0 || isSectionHeading(block) ? [at] : []));
  const stretches = starts.map((start, at) => blocks.slice(start, starts[at + 1]));
  return stretches.some((stretch) => hasEntries(stretch)) ? stretches.flatMap(headEntries) : blocks;
}

/** The term of a row that text follows. */
function termAt(stretch: readonly Block[], at: number): string {
  const [row, next] = [stretch[at] as Block, stretch[at + 1]];
  const [term = '', ...facts] = cellsIn(ONE_ROW.exec(row.text)?.[1] ?? '').filter((cell) => cell !== '');
  return facts.length > 0 && next?.level === 0 && !ONE_ROW.test(next.text) ? termText(term) : '';
}

function hasEntries(stretch: readonly Block[]): boolean {
  return stretch.filter((_, at) => termAt(stretch, at) !== '').length >= FEWEST_ENTRIES;
}

function headEntries(stretch: readonly Block[]): readonly Block[] {
  const level = (stretch[0]?.level ?? 0) + 1;
  if (level > deepestSectionLevel || !hasEntries(stretch)) return stretch;
  return stretch.flatMap((block, at) => {
    const term = termAt(stretch, at);
    return term === '' ? [block] : [{ level, text: term, start: block.start, end: block.start }, block];
  });
}
