/**
 * One parser for each format, from bytes to a Document. They run in a process that is ended when they take too long or
 * too much memory (run.ts), so a parser need not guard against either. A new one: name its format in format.ts and add
 * a line here.
 */
import type { Document } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import {
  isThread,
  type ParseOptions,
  parseMarkdown,
  parsePage,
  parseText,
  parseThread,
} from '../../text/page/index.js';
import { decodeWithDoubt } from './decode.js';
import type { Format } from './format.js';

export type ParseTask = {
  readonly format: Format;
  readonly bytes: Uint8Array;
  readonly contentType?: string | undefined;
  readonly options: ParseOptions;
};

type Parser = (bytes: Uint8Array, options: ParseOptions, contentType?: string) => Document | Promise<Document>;
type TextParser = (text: string, options: ParseOptions) => Document | Promise<Document>;

/** An encoding that was guessed and may be wrong is said. */
const ofText =
  (parse: TextParser): Parser =>
  async (bytes, options, contentType) => {
    const { text, doubt } = decodeWithDoubt(bytes, contentType);
    const document = await parse(text, options);
    if (doubt === undefined) return document;
    const why = `none is declared; the text was read as ${doubt}, which may be wrong`;
    return { ...document, leftOut: [...(document.leftOut ?? []), { what: 'encoding', why, characters: 0 }] };
  };

/**
 * A page of the web is cut at a length that no article has; a text is somebody's own, and ends at the limits of its
 * process if anywhere.
 */
function whole(parse: TextParser): TextParser {
  return (text, options) => parse(text, { maxCharacters: Number.POSITIVE_INFINITY, ...options });
}

/** Each is loaded when it is needed: most runs see one or two formats. */
const PARSERS: Readonly<Record<Format, Parser>> = {
  html: ofText(parsePage),
  markdown: ofText(whole(parseMarkdown)),
  text: ofText(whole(parseText)),
  json: ofText(parseJsonFile),
  pdf: async (bytes, options) => (await import('./pdf.js')).parsePdf(bytes, options),
  docx: async (bytes, options) => (await import('./docx.js')).parseDocx(bytes, options),
  pptx: async (bytes, options) => (await import('./office/pptx.js')).parsePptx(bytes, options),
  xlsx: async (bytes, options) => (await import('./office/xlsx.js')).parseXlsx(bytes, options),
  opendocument: async (bytes, options) => (await import('./open-document.js')).parseOpenDocument(bytes, options),
  epub: async (bytes, options) => (await import('./epub.js')).parseEpub(bytes, options),
  csv: ofText(async (text, options) => (await import('./csv.js')).parseCsv(text, options)),
  rtf: async (bytes, options) => (await import('./rtf.js')).parseRtf(Buffer.from(bytes).toString('latin1'), options),
  mail: async (bytes, options) => (await import('./mail.js')).parseMail(bytes, options),
  latex: ofText(async (text, options) => (await import('./latex.js')).parseLatex(text, options)),
  code: ofText(async (text, options) => (await import('./code.js')).parseCode(text, options)),
  subtitles: ofText(async (text, options) => (await import('./subtitles.js')).parseSubtitles(text, options)),
  picture: async (bytes, options) => (await import('./picture.js')).parsePicture(bytes, options),
};

/** A thread of Reddit, a notebook, or data as text. */
async function parseJsonFile(text: string, options: ParseOptions): Promise<Document> {
  if (isThread(text)) return parseThread(text, options);
  const { isNotebook, parseNotebook } = await import('./notebook.js');
  return isNotebook(text, options.url) ? parseNotebook(text, options) : whole(parseText)(text, options);
}

export async function parseAs({ format, bytes, contentType, options }: ParseTask): Promise<Document> {
  try {
    return await PARSERS[format](bytes, options, contentType);
  } catch (error) {
    if (error instanceof WinnowError && error.message.includes(options.url)) throw error;
    throw new WinnowError(
      'unreadable',
      `${options.url} cannot be read as ${format.toUpperCase()}: ${messageOf(error)}. Save it again, or as PDF.`,
      {
        cause: error,
      },
    );
  }
}
