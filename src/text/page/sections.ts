/** Blocks to the document's text and its sections: heading paths, empty headings dropped, overlong bodies split at paragraphs. */
import type { Section } from '../../core/data.js';
import { type Block, deepestSectionLevel } from './blocks.js';

/** About 400 to 500 tokens: a section a small model can judge at once. */
export const defaultMaxSectionCharacters = 2000;

export type SectionedText = { readonly text: string; readonly sections: readonly Section[] };

type OpenSection = { start: number; end: number; rawStart: number; rawEnd: number };

export function toSections(blocks: readonly Block[], maxCharacters = defaultMaxSectionCharacters): SectionedText {
  const limit = Math.max(200, maxCharacters);
  const path: { level: number; title: string }[] = [];
  const sections: Section[] = [];
  let text = '';
  let current: OpenSection | undefined;

  const finish = () => {
    if (current !== undefined) {
      const { start, end, rawStart, rawEnd } = current;
      const headings = path.map(({ title }) => title);
      sections.push({ headings, text: text.slice(start, end), start, end, raw: { start: rawStart, end: rawEnd } });
    }
    current = undefined;
  };

  for (const block of dropEmptyHeadings(blocks)) {
    if (block.level > 0 && block.level <= deepestSectionLevel) {
      finish();
      while (path.length > 0 && path[path.length - 1]!.level >= block.level) path.pop();
      path.push({ level: block.level, title: block.text });
      text += `${text === '' ? '' : '\n\n'}${'#'.repeat(block.level)} ${block.text}`;
      continue;
    }
    let separator = text === '' ? '' : '\n\n';
    for (const piece of cutOverlong(block.level > 0 ? `**${block.text}**` : block.text, limit)) {
      if (current !== undefined && text.length + separator.length + piece.length - current.start > limit) finish();
      text += separator;
      current ??= { start: text.length, end: 0, rawStart: block.start, rawEnd: 0 };
      text += piece;
      current.end = text.length;
      current.rawStart = Math.min(current.rawStart, block.start);
      current.rawEnd = Math.max(current.rawEnd, block.end);
      separator = '\n';
    }
  }
  finish();
  return { text, sections };
}

/** A heading is kept when body text or a deeper heading that is kept follows. */
function dropEmptyHeadings(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  let next: Block | undefined;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]!;
    const isEmpty = block.level > 0 && (next === undefined || (next.level > 0 && next.level <= block.level));
    if (isEmpty || block.text === '') continue;
    kept.push(block);
    next = block;
  }
  return kept.reverse();
}

/** Cuts a block that is longer than a section at line ends, else at sentence ends, else at spaces, else anywhere. */
function cutOverlong(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const cut = cutPoint(rest, limit);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).replace(/^\s*\n|^ +/, '');
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

function cutPoint(text: string, limit: number): number {
  const window = text.slice(0, limit);
  const line = window.lastIndexOf('\n');
  if (line > limit / 2) return line;
  const sentence = Math.max(window.lastIndexOf('. '), window.lastIndexOf('? '), window.lastIndexOf('! '), window.lastIndexOf('。'));
  if (sentence > limit / 2) return sentence + 1;
  const space = window.lastIndexOf(' ');
  if (space > limit / 2) return space;
  const splitsPair = /[\uD800-\uDBFF]/.test(window[limit - 1]!);
  return splitsPair ? limit - 1 : limit;
}
