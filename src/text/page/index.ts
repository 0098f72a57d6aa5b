/** Any page to a clean section tree. Pure and synchronous; bytes, PDF and DOCX are handled in providers/parse. */
export type { Block, Place } from './blocks.js';
export { type ParseOptions, toDocument, toPagedDocument } from './document.js';
export { contentBlocks, parseContent, parsePage } from './html.js';
export { linesOf, markdownBlocks, parseMarkdown } from './markdown.js';
export { parseText, textBlocks } from './plain.js';
export { type SheetRow, sheetBlocks, tableBlocks } from './sheet.js';
export { isThread, limitThread, parseThread, type ThreadLimits } from './thread.js';
