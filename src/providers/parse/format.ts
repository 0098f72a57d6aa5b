/** Which format some bytes have. Signatures win over what the server says, what the server says over the file name. */
import { WinnowError } from '../../core/errors.js';
import { byteOrderMark, utf16Order } from './decode.js';

export type Format =
  | 'html'
  | 'markdown'
  | 'text'
  | 'json'
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'opendocument'
  | 'epub'
  | 'csv'
  | 'rtf'
  | 'mail'
  | 'latex'
  | 'code'
  | 'subtitles'
  | 'picture';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Formats by what servers call them. */
export const byType: ReadonlyMap<string, Format> = new Map(
  Object.entries<Format>({
    'text/html': 'html',
    'application/xhtml+xml': 'html',
    'text/markdown': 'markdown',
    'text/x-markdown': 'markdown',
    'application/json': 'json',
    'application/pdf': 'pdf',
    [`${OFFICE}.wordprocessingml.document`]: 'docx',
    [`${OFFICE}.presentationml.presentation`]: 'pptx',
    [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
    'application/vnd.oasis.opendocument.text': 'opendocument',
    'application/vnd.oasis.opendocument.spreadsheet': 'opendocument',
    'application/vnd.oasis.opendocument.presentation': 'opendocument',
    'application/epub+zip': 'epub',
    'text/csv': 'csv',
    'text/tab-separated-values': 'csv',
    'application/rtf': 'rtf',
    'text/rtf': 'rtf',
    'message/rfc822': 'mail',
    'application/x-ipynb+json': 'json',
    'application/x-tex': 'latex',
    'text/vtt': 'subtitles',
    'application/x-subrip': 'subtitles',
  }),
);

const EXTENSIONS: Readonly<Record<Format, string>> = {
  html: 'html htm xhtml',
  markdown: 'md markdown mdx',
  text: 'txt text log rst adoc',
  json: 'json ipynb',
  pdf: 'pdf',
  docx: 'docx docm',
  pptx: 'pptx pptm',
  xlsx: 'xlsx xlsm',
  opendocument: 'odt ods odp',
  epub: 'epub',
  csv: 'csv tsv',
  rtf: 'rtf',
  mail: 'eml mbox',
  latex: 'tex latex',
  code: 'js mjs cjs jsx ts tsx py rb go rs java kt kts c h cc cpp cxx hpp cs php swift scala sh bash zsh ps1 bat sql r jl lua pl pm dart vue svelte css scss less yaml yml toml ini cfg conf properties env xml xsl svg proto graphql tf gradle cmake mk',
  subtitles: 'srt vtt',
  picture: 'png jpg jpeg webp',
};

const byExtension = new Map(
  Object.entries(EXTENSIONS).flatMap(([format, names]) =>
    names.split(' ').map((name) => [name, format as Format] as const),
  ),
);

/** What a file of this name would be called by a server that knew it. */
export function typeOfName(name: string): string | undefined {
  const format = byExtension.get(extensionOf(name));
  return [...byType].find(([, known]) => known === format)?.[0];
}

/** Whether a file of this name is of a format that is read here. */
export function isKnownName(name: string): boolean {
  return byExtension.has(extensionOf(name));
}

/** Whether bytes begin like text of any encoding: hardly any control characters, or NULs where UTF-16 has them. */
export function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sniffedBytes);
  if (byteOrderMark(sample) !== undefined || utf16Order(sample) !== undefined) return true;
  return !sample.includes(0) && controlsIn(sample) <= sample.length * 0.02;
}

/** Control characters that no encoding has in text, but for NULs. */
function controlsIn(sample: Uint8Array): number {
  return sample.filter((byte) => byte > 0 && byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27).length;
}

const sniffedBytes = 2048;

export type UnreadDocument = { readonly bytes: Uint8Array; readonly url: string; readonly contentType?: string };

/**
 * Formats that begin with a signature: a file that is said to be one of them and lacks it is none. A part of one is
 * worth nothing.
 */
export const SIGNED: ReadonlySet<Format> = new Set([
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'opendocument',
  'epub',
  'rtf',
  'picture',
]);

export function formatOf({ bytes, url, contentType }: UnreadDocument): Format {
  const head = Buffer.from(bytes.subarray(0, sniffedBytes)).toString('latin1');
  const signed = signedFormat(bytes, { head, url });
  if (signed !== undefined) return signed;
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const named = byExtension.get(extensionOf(url));
  const declared = byType.get(type) ?? (type === 'text/plain' ? (named ?? 'text') : undefined);
  const format = declared ?? named ?? sniffText(head);
  if (SIGNED.has(format))
    throw unreadable(url, `not the ${extensionOf(url).toUpperCase() || format.toUpperCase()} it is said to be`);
  if (/^(image|audio|video|font)\//.test(type) || (looksBinary(bytes) && !(format === 'html' && hasTags(head))))
    throw unreadable(url, 'not text');
  return format;
}

function signedFormat(bytes: Uint8Array, { head, url }: { head: string; url: string }): Format | undefined {
  if (/^\s{0,8}%PDF-/.test(head)) return 'pdf';
  if (head.startsWith('{\\rtf')) return 'rtf';
  if (/^(?:\u0089PNG|\u00ff\u00d8\u00ff|RIFF.{4}WEBP)/s.test(head)) return 'picture';
  if (head.startsWith('\u00d0\u00cf\u0011\u00e0'))
    throw unreadable(url, 'a file of an old office program; save it as DOCX, XLSX or PPTX');
  if (!head.startsWith('PK\u0003\u0004')) return undefined;
  const format = archiveFormat(bytes, head);
  if (format === undefined) {
    const isNamed = SIGNED.has(byExtension.get(extensionOf(url)) ?? 'text');
    throw unreadable(url, isNamed ? `a damaged ${extensionOf(url).toUpperCase()}, or another archive` : 'an archive');
  }
  return format;
}

const DIRECTORY_BYTES = 1024 * 1024;

/**
 * The directory at the end of an archive names its files; e-books and open documents say at its beginning what they
 * are.
 */
function archiveFormat(bytes: Uint8Array, head: string): Format | undefined {
  if (head.includes('mimetypeapplication/epub+zip')) return 'epub';
  if (head.includes('mimetypeapplication/vnd.oasis.opendocument.')) return 'opendocument';
  const names = Buffer.from(bytes.subarray(Math.max(0, bytes.length - DIRECTORY_BYTES))).toString('latin1');
  if (names.includes('word/document')) return 'docx';
  if (names.includes('ppt/presentation.xml')) return 'pptx';
  if (names.includes('xl/workbook.xml')) return 'xlsx';
  if (names.includes('META-INF/container.xml')) return 'epub';
  return names.includes('content.xml') ? 'opendocument' : undefined;
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

/** UTF-16 has many NULs, in every second place; other text has hardly any, and hardly any other control characters. */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sniffedBytes);
  if (byteOrderMark(sample) !== undefined || utf16Order(sample) !== undefined) return false;
  if (controlsIn(sample) > sample.length * 0.05) return true;
  let odd = 0;
  let even = 0;
  for (let index = 0; index < sample.length; index++) if (sample[index] === 0) index % 2 === 0 ? even++ : odd++;
  return odd > sample.length * 0.05 && even > sample.length * 0.05;
}

function unreadable(url: string, what: string): WinnowError {
  return new WinnowError('unreadable', `${url} is ${what}. docs/formats.md lists what can be read.`);
}
