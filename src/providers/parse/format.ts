/** Which format some bytes have. Signatures win over what the server says, what the server says over the file name. */
import { WinnowError } from '../../core/errors.js';
import { byteOrderMark, looksLikeUtf16 } from './decode.js';
import type { DocumentInput } from './index.js';

export type Format = 'html' | 'markdown' | 'text' | 'json' | 'pdf' | 'docx';

const byType = new Map(
  Object.entries<Format>({
    'text/html': 'html',
    'application/xhtml+xml': 'html',
    'text/markdown': 'markdown',
    'text/x-markdown': 'markdown',
    'application/json': 'json',
    'application/pdf': 'pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  }),
);
const byExtension = new Map(
  Object.entries<Format>({
    html: 'html',
    htm: 'html',
    xhtml: 'html',
    md: 'markdown',
    markdown: 'markdown',
    mdx: 'markdown',
    txt: 'text',
    text: 'text',
    json: 'json',
    pdf: 'pdf',
    docx: 'docx',
  }),
);
/** Whether a file of this name is of a format that is read here. */
export function isKnownName(name: string): boolean {
  return byExtension.has(extensionOf(name));
}

/** Whether bytes begin like text of any encoding: hardly any control characters, or NULs where UTF-16 has them. */
export function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sniffedBytes);
  if (sample.includes(0)) return looksLikeUtf16(sample) || byteOrderMark(sample) !== undefined;
  const controls = sample.filter((byte) => byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27).length;
  return controls <= sample.length * 0.02;
}

const sniffedBytes = 2048;

export function formatOf({ bytes, url, contentType }: DocumentInput): Format {
  const head = Buffer.from(bytes.subarray(0, sniffedBytes)).toString('latin1');
  if (/^\s{0,8}%PDF-/.test(head)) return 'pdf';
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const named = byExtension.get(extensionOf(url));
  if (head.startsWith('PK\u0003\u0004')) {
    if (byType.get(type) === 'docx' || named === 'docx' || head.includes('word/')) return 'docx';
    throw unreadable(url, 'an archive');
  }
  const declared = byType.get(type) ?? (type === 'text/plain' ? (named === 'markdown' ? 'markdown' : 'text') : undefined);
  const format = declared ?? named ?? sniffText(head);
  if (format === 'pdf' || format === 'docx') throw unreadable(url, `not the ${format.toUpperCase()} it is said to be`);
  if (/^(image|audio|video|font)\//.test(type) || (looksBinary(bytes) && !(format === 'html' && hasTags(head))))
    throw unreadable(url, 'not text');
  return format;
}

function extensionOf(url: string): string {
  return /\.([a-z0-9]{1,8})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/** Tags are believed also among NULs, which some pages are full of. */
function hasTags(head: string): boolean {
  return /<(!doctype html|html|head|body|div|p|article|table|span|h[1-6])\b/i.test(head.replaceAll('\u0000', ''));
}

function sniffText(head: string): Format {
  if (hasTags(head)) return 'html';
  if (/^\s*[[{]/.test(head)) return 'json';
  return /^#{1,6} \S|^```/m.test(head) ? 'markdown' : 'text';
}

/** UTF-16 has many NULs, in every second place; other text has hardly any. */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sniffedBytes);
  if ((sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff)) return false;
  let odd = 0;
  let even = 0;
  for (let index = 0; index < sample.length; index++) if (sample[index] === 0) index % 2 === 0 ? even++ : odd++;
  return odd > sample.length * 0.05 && even > sample.length * 0.05;
}

function unreadable(url: string, what: string): WinnowError {
  return new WinnowError('unreadable', `${url} is ${what}. Give a page or a file in HTML, Markdown, text, PDF or DOCX.`);
}
