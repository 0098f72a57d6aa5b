/** Any page to a clean section tree. Pure and synchronous; bytes, PDF and DOCX are handled in providers/parse. */
export type { ParseOptions } from './document.js';
export { parsePage } from './html.js';
export { parseMarkdown } from './markdown.js';
export { parseText } from './plain.js';
