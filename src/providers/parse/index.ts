/** Bytes of any supported format to a Document: HTML, Markdown, plain text, Reddit's JSON, PDF, DOCX. The format is told by content type, bytes and name. */
import type { Document } from '../../core/data.js';
import { isThread, type ParseOptions, parseMarkdown, parseText, parseThread } from '../../text/page/index.js';
import { decode } from './decode.js';
import { parseDocx } from './docx.js';
import { formatOf } from './format.js';
import { parseBigPage } from './page.js';
import { parsePdf } from './pdf.js';

export type DocumentInput = { readonly bytes: Uint8Array; readonly url: string; readonly id?: string; readonly contentType?: string };

export type ParseDocumentOptions = Omit<ParseOptions, 'url' | 'id'> & {
  /** Time limit for one big page. Default: 10,000. */
  readonly timeoutMs?: number;
};

export async function parseDocument(input: DocumentInput, options: ParseDocumentOptions = {}): Promise<Document> {
  const { bytes, url, id, contentType } = input;
  const { timeoutMs, ...rest } = options;
  const parseOptions: ParseOptions = { ...rest, url, ...(id !== undefined && { id }) };
  const format = formatOf(input);
  if (format === 'pdf') return parsePdf(bytes, parseOptions);
  if (format === 'docx') return parseDocx(bytes, parseOptions);
  const text = decode(bytes, contentType);
  if (format === 'html') return parseBigPage(text, parseOptions, timeoutMs);
  if (format === 'markdown') return parseMarkdown(text, parseOptions);
  return format === 'json' && isThread(text) ? parseThread(text, parseOptions) : parseText(text, parseOptions);
}
