/**
 * Bytes of any supported format to a Document: HTML, Markdown, plain text, Reddit's JSON, PDF, DOCX. The format is told
 * by content type, bytes and name.
 */
import type { Document } from '../../core/data.js';
import type { ReadLimits } from '../../core/files.js';
import type { ParseOptions } from '../../text/page/index.js';
import { formatOf, type UnreadDocument } from './format.js';
import { TIMEOUT_MS } from './limits.js';
import { runParser } from './run.js';

/** How large a file may be that is read as a document. */
export const documentLimits: ReadLimits = {
  mostBytes: 256 * 1024 * 1024,
  advice: 'Give a file that can be read, of up to 256 MB.',
};

export type DocumentInput = UnreadDocument & { readonly id?: string };

export type ParseDocumentOptions = Omit<ParseOptions, 'url' | 'id'> & {
  /** Ends the parser, wherever it is. */
  readonly signal?: AbortSignal;
  /** Time limit once the parser has begun. Default: 30,000. */
  readonly timeoutMs?: number;
};

export async function parseDocument(input: DocumentInput, options: ParseDocumentOptions = {}): Promise<Document> {
  const { bytes, url, id, contentType } = input;
  const { signal = new AbortController().signal, timeoutMs = TIMEOUT_MS, ...rest } = options;
  const task = {
    format: formatOf(input),
    bytes,
    contentType,
    options: { ...rest, url, ...(id !== undefined && { id }) },
  };
  return runParser(task, { signal, timeoutMs });
}
