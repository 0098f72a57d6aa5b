/** Plain text to a Document. */
import type { Document } from '../../core/data.js';
import { cutPage, type ParseOptions, toDocument, withLineNumbers } from './document.js';
import { textBlocks } from './text-blocks.js';

const maxTitleCharacters = 120;

export function parseText(text: string, options: ParseOptions): Document {
  const { raw, leftOut } = cutPage(text, options);
  const blocks = textBlocks(raw);
  const [first] = blocks;
  const isTitle =
    first !== undefined &&
    (first.level > 0 || (first.text.length <= maxTitleCharacters && !/[.:;,]$/.test(first.text)));
  return withLineNumbers(
    toDocument(blocks, { title: isTitle ? first.text.split('\n')[0]! : '', leftOut }, options),
    raw,
  );
}
