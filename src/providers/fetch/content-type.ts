/** Decides what kind of page a response is, from its header or, where that says nothing, from its first bytes. */
import { WinnowError } from '../../core/errors.js';
import type { HttpResponse } from '../http.js';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const readable: ReadonlySet<string> = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/markdown',
  'text/x-markdown',
  'application/pdf',
  docx,
]);

/** The content type, parameters kept (the parser needs the charset). Throws when pages of that type are not read. */
export function typeOf(response: HttpResponse, allow: { json: boolean }): string {
  const declared = response.headers['content-type'] ?? '';
  const type = essence(declared);
  if (readable.has(type) || (allow.json && type === 'application/json')) return declared;
  const sniffed = type === '' || type === 'application/octet-stream' ? sniff(response) : undefined;
  if (sniffed) return sniffed;
  const { origin, pathname } = new URL(response.url);
  const message = `${origin}${pathname} is of the type ${type || 'unknown'}, which is not read here. Use a page in HTML, text, markdown, PDF or DOCX.`;
  throw new WinnowError('unreadable', message);
}

/** A part of such a file is worth nothing: the table of contents is at its end, or brackets stay open. */
export function isWhole(contentType: string): boolean {
  return ['application/pdf', docx, 'application/json'].includes(essence(contentType));
}

export function isHtml(contentType: string): boolean {
  return ['text/html', 'application/xhtml+xml'].includes(essence(contentType));
}

function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Servers without a better idea send PDF as octet-stream and HTML without any type. */
function sniff({ bytes, url }: HttpResponse): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 512));
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('PK\u0003\u0004')) return new URL(url).pathname.toLowerCase().endsWith('.docx') ? docx : undefined;
  if (start === '' || start.includes('\u0000')) return undefined;
  return /^(?:ï»¿)?\s*<(?:!doctype html|html|head|body|!--)/i.test(start) ? 'text/html' : undefined;
}
