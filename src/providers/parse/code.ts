/**
 * Source code and settings: as it stands, cut where a line at the margin follows a blank one, each piece with its
 * lines.
 */
import type { Document } from '../../core/data.js';
import { type Block, linesOf, type ParseOptions, toDocument } from '../../text/page/index.js';
import { fileName } from './file-name.js';

const MOST_CHARACTERS = 1600;

type Line = ReturnType<typeof linesOf>[number] & { readonly number: number };

export function parseCode(text: string, options: ParseOptions): Document {
  const lines = linesOf(text).map((line, at) => ({ ...line, number: at + 1 }));
  return toDocument(piecesOf(lines).map(blockOf), { title: fileName(options.url), language: 'en' }, options);
}

/** At most so long that a section holds one; longer ones are cut at blank lines, then anywhere. */
function piecesOf(lines: readonly Line[]): Line[][] {
  const pieces: Line[][] = [];
  let [open, size]: [Line[], number] = [[], 0];
  const close = () => {
    if (open.some(({ text }) => text.trim() !== '')) pieces.push(open);
    [open, size] = [[], 0];
  };
  for (const line of lines) {
    const isAfterBlank = open.at(-1)?.text.trim() === '';
    const isAtMargin = /^\S/.test(line.text) && !/^[)\]}]/.test(line.text);
    if (
      (isAfterBlank && isAtMargin && size > MOST_CHARACTERS / 4) ||
      (isAfterBlank && size > MOST_CHARACTERS / 2) ||
      size + line.text.length > MOST_CHARACTERS
    )
      close();
    open.push(line);
    size += line.text.length + 1;
  }
  close();
  return pieces;
}

function blockOf(lines: readonly Line[]): Block {
  const filled = lines.slice(0, lines.findLastIndex(({ text }) => text.trim() !== '') + 1);
  const [first, last] = [filled[0]!, filled.at(-1)!];
  const text = `\`\`\`\n${filled.map(({ text: line }) => line.trimEnd()).join('\n')}\n\`\`\``;
  return {
    level: 0,
    text,
    start: first.start,
    end: last.start + last.text.length,
    place: { unit: 'line', first: `${first.number}`, last: `${last.number}` },
  };
}
