/**
 * Bytes of any supported format to a Document: HTML, Markdown, plain text, Reddit's JSON, PDF, DOCX. The format is told
 * by content type, bytes and name.
 */
import type { Document } from '../../core/data.js';
import type { ReadLimits } from '../../core/files.js';
import type { ParseOptions } from '../../text/page/index.js';
import { formatOf, type UnreadDocument } from './format.js';
import { DEFAULT_LIMITS, type ParseLimits } from './limits.js';
import { runParser } from './run.js';

/** How large a file may be that is read as a document. */
export const documentLimits: ReadLimits = {
  mostBytes: 256 * 1024 * 1024,
  advice: 'Give a file that can be read, of up to 256 MB.',
};

export type DocumentInput = UnreadDocument & { readonly id?: string };

export type ParseDocumentOptions = Omit<ParseOptions, 'url' | 'id'> &
  Partial<ParseLimits> & {
    /** Ends the parser, wherever it is. */
    readonly signal?: AbortSignal;
  };

export type Parser = (input: DocumentInput, options?: ParseDocumentOptions) => Promise<Document>;

/** `parseDocument` within the limits of a configuration. */
export function createParser(limits: Partial<ParseLimits>): Parser {
  return (input, options) => parseDocument(input, { ...limits, ...options });
}

export async function parseDocument(input: DocumentInput, options: ParseDocumentOptions = {}): Promise<Document> {
  const { bytes, url, id, contentType } = input;
  const {
    signal = new AbortController().signal,
    timeoutMs,
    memoryMb,
    maxPageCharacters,
    ...rest
  } = {
    ...DEFAULT_LIMITS,
    ...options,
  };
  const format = formatOf(input);
  const cut = format === 'html' ? { maxCharacters: maxPageCharacters } : {}; // texts are read whole
  const task = { format, bytes, contentType, options: { ...cut, ...rest, url, ...(id !== undefined && { id }) } };
  return runParser(task, { signal, timeoutMs, memoryMb });
}
