/**
 * Cuts text into markdown blocks: what no sentence crosses. A single newline inside a paragraph or list item does not
 * end a block.
 */

export type Block = {
  readonly start: number;
  readonly end: number;
  /** A heading, table row or line of code: one unit, never cut further. */
  readonly whole: boolean;
};

const heading = /^\s{0,3}#{1,6}\s/;
const tableRow = /^\s*\|.*\|\s*$/;
const fence = /^\s*(?:```|~~~)/;
const rule = /^\s*(?:-{3,}|={3,}|\*{3,}|_{3,})\s*$/;
const bullet = /^\s*[-*+•⁃▪◦‣]\s/;
const numbered = /^\s*(?:\d{1,3}(?:\.\)|[.)])|\(?(?:[a-z]|[ivx]{1,5})\)|\(\d{1,3}\))\s/i;
/** CommonMark 5.3: only a list that begins with 1 can interrupt a paragraph; "in\n1988. It was" is no list. */
const firstNumbered = /^\s*(?:1(?:\.\)|[.)])|\(?[ai1]\))\s/i;

type LineKind = 'blank' | 'whole' | 'item' | 'text';

export function markdownBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  let open: { start: number; end: number; list: boolean } | undefined;
  let fenced = false;
  const close = () => {
    if (open) blocks.push({ start: open.start, end: open.end, whole: false });
    open = undefined;
  };
  for (const line of lines(source)) {
    const isFence = fence.test(line.text);
    const kind = fenced || isFence ? wholeOrBlank(line.text) : kindOf(line.text, open?.list !== false);
    if (isFence) fenced = !fenced;
    if (kind !== 'text') close();
    if (kind === 'whole') blocks.push({ start: line.start, end: line.end, whole: true });
    else if (kind !== 'blank')
      open = open ? { ...open, end: line.end } : { start: line.start, end: line.end, list: kind === 'item' };
  }
  close();
  return blocks;
}

function kindOf(line: string, listMayGoOn: boolean): LineKind {
  if (heading.test(line) || tableRow.test(line) || rule.test(line)) return 'whole';
  if (bullet.test(line) || (listMayGoOn ? numbered : firstNumbered).test(line)) return 'item';
  return line.trim() === '' ? 'blank' : 'text';
}

function wholeOrBlank(line: string): LineKind {
  return line.trim() === '' ? 'blank' : 'whole';
}

function* lines(source: string): Generator<{ start: number; end: number; text: string }> {
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start);
    const end = newline === -1 ? source.length : newline;
    yield { start, end, text: source.slice(start, end) };
    start = end + 1;
  }
}

const listMarker = /(?<![^\s])[•⁃]?[ \t]?(\d{1,3}|[a-z])(\.\)|[.)])(?=\s+["'“‘(]?\p{Lu})/gu;

/**
 * Where the items of a list written in one line begin: "1) Flour 2) Eggs". Only a block that opens with a marker, and
 * only the next in turn.
 */
export function inlineItems(source: string, { start, end }: Block): number[] {
  const starts = [start];
  const text = source.slice(start, end).trimStart();
  const offset = end - text.length;
  let last: { value: number; style: string } | undefined;
  for (const match of text.matchAll(listMarker)) {
    const marker = { value: markerValue(match[1]!), style: match[2]! };
    if (last ? marker.style === last.style && marker.value === last.value + 1 : match.index === 0) {
      if (last) starts.push(offset + match.index);
      last = marker;
    } else if (!last) break;
  }
  return starts;
}

function markerValue(marker: string): number {
  return /\d/.test(marker) ? Number(marker) : marker.charCodeAt(0);
}
