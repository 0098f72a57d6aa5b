/** An HTML page to a Document: tree, main text, blocks, sections. Each step is a file of its own. */
import type { Document } from '../../core/data.js';
import { extractMain } from './content.js';
import { cutPage, type ParseOptions, toDocument } from './document.js';
import { descriptionOf, readHead, readMetadata } from './metadata.js';
import { renderBlocks } from './render.js';
import { parseTree } from './tree.js';

export function parsePage(html: string, options: ParseOptions): Document {
  const { raw, leftOut } = cutPage(html, options);
  const { root } = parseTree(raw);
  const head = readHead(root);
  const main = extractMain(root, { ...options, description: descriptionOf(head) });
  return toDocument(renderBlocks(main), (text) => ({ ...readMetadata(head, text), leftOut }), options);
}
