/** Decides what kind of page a response is, from its header or, where that says nothing, from its first bytes. */
import { WinnowError } from '../../core/errors.js';
import type { HttpResponse } from '../http.js';
import { byType, SIGNED, typeOfName } from '../parse/format.js';

/** A page of JSON is an answer of an API, unless it was asked for. */
const isReadable = (type: string, allow: { json: boolean }): boolean =>
  type === 'text/plain' || (byType.has(type) && (allow.json || byType.get(type) !== 'json'));

/** The content type, parameters kept (the parser needs the charset). Throws when pages of that type are not read. */
export function typeOf(response: HttpResponse, allow: { json: boolean }): string {
  const declared = response.headers['content-type'] ?? '';
  const type = essence(declared);
  if (isReadable(type, allow)) return declared;
  const sniffed = type === '' || type === 'application/octet-stream' ? sniff(response) : undefined;
  if (sniffed) return sniffed;
  const { origin, pathname } = new URL(response.url);
  const message = `${origin}${pathname} is of the type ${type || 'unknown'}, which is not read here. docs/formats.md lists what is.`;
  throw new WinnowError('unreadable', message);
}

/** A part of such a file is worth nothing: the table of contents is at its end, or brackets stay open. */
export function isWhole(contentType: string): boolean {
  const format = byType.get(essence(contentType));
  return format !== undefined && (SIGNED.has(format) || format === 'json');
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
  if (start.startsWith('PK\u0003\u0004')) return typeOfName(new URL(url).pathname);
  if (start === '' || start.includes('\u0000')) return undefined;
  return /^(?:ï»¿)?\s*<(?:!doctype html|html|head|body|!--)/i.test(start) ? 'text/html' : undefined;
}
