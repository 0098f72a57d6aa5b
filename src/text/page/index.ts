/** Any page to a clean section tree. Pure and synchronous; bytes, PDF and DOCX are handled in providers/parse. */
export type { Block } from './blocks.js';
export { type Facts, type ParseOptions, toPagedDocument } from './document.js';
export { parseContent, parsePage } from './html.js';
export { parseMarkdown } from './markdown.js';
export { parseText } from './plain.js';
export { isThread, parseThread, type ThreadLimits, type ThreadOptions } from './thread.js';
