/** Any page to a clean section tree. Pure and synchronous; bytes, PDF and DOCX are handled in providers/parse. */
export type { Block, Place } from './blocks.js';
export { type ParseOptions, toDocument, toPagedDocument } from './document.js';
export { contentBlocks, parseContent, parsePage } from './html.js';
export { linesOf } from './lines.js';
export { markdownBlocks, parseMarkdown } from './markdown.js';
export { parseText } from './plain.js';
export { type SheetRow, sheetBlocks, tableBlocks } from './sheet.js';
export { textBlocks } from './text-blocks.js';
export { isThread, limitThread, parseThread, type ThreadLimits } from './thread.js';
