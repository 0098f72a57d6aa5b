/** Text of fixed width: code, or a whole page that was written for terminals. */
import { textBlocks } from './text-blocks.js';
import type { PageNode } from './tree.js';
import { pushBlock, pushReference, type Writer } from './writer.js';

/** Fewer may be chance: code has lines that look like headings. */
const FEWEST_HEADINGS = 3;

export function renderCode(node: PageNode, writer: Writer): void {
  const code = rawTextOf(node).replace(/^\n+/, '').trimEnd();
  if (code === '') return;
  const text = isWholePage(node) ? textBlocks(code) : [];
  if (text.filter(({ level }) => level > 0).length >= FEWEST_HEADINGS) {
    for (const block of text) pushBlock(writer, { ...block, start: node.start, end: node.end });
    return;
  }
  const fence = code.includes('```') ? '````' : '```';
  pushReference(writer, `${fence}\n${code}\n${fence}`, node);
}

/** A page that is one text of fixed width, such as the help of an editor. */
function isWholePage(node: PageNode): boolean {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  return node.letters >= 0.8 * root.letters;
}

function rawTextOf(node: PageNode): string {
  if (node.tag === '#text') return node.text;
  if (node.tag === 'br') return '\n';
  return node.children.map((child) => (child.omitted === '' ? rawTextOf(child) : '')).join('');
}
