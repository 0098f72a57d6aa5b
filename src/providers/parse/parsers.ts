/**
 * One parser for each format, from bytes to a Document. They run in a process that is ended when they take too long or too much memory
 * (run.ts), so a parser need not guard against either. A new one: name its format in format.ts and add a line here.
 */
import type { Document } from '../../core/data.js';
import { isThread, type ParseOptions, parseMarkdown, parsePage, parseText, parseThread } from '../../text/page/index.js';
import { decode } from './decode.js';
import { parseDocx } from './docx.js';
import type { Format } from './format.js';
import { parsePdf } from './pdf.js';

export type ParseTask = {
  readonly format: Format;
  readonly bytes: Uint8Array;
  readonly contentType?: string | undefined;
  readonly options: ParseOptions;
};

type Parser = (bytes: Uint8Array, options: ParseOptions, contentType?: string) => Document | Promise<Document>;

const ofText =
  (parse: (text: string, options: ParseOptions) => Document): Parser =>
  (bytes, options, contentType) =>
    parse(decode(bytes, contentType), options);

const PARSERS: Readonly<Record<Format, Parser>> = {
  html: ofText(parsePage),
  markdown: ofText(parseMarkdown),
  text: ofText(parseText),
  json: ofText((text, options) => (isThread(text) ? parseThread(text, options) : parseText(text, options))),
  pdf: parsePdf,
  docx: parseDocx,
};

export async function parseAs({ format, bytes, contentType, options }: ParseTask): Promise<Document> {
  return PARSERS[format](bytes, options, contentType);
}
