/**
 * PDF to a Document: lines from text positions, headings from the outline and from type size, running heads and page
 * numbers left out.
 */
import type { getDocumentProxy } from 'unpdf';
import { systemClock } from '../../core/clock.js';
import type { Document, LeftOut } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import { type Block, type ParseOptions, toPagedDocument } from '../../text/page/index.js';
import type { Ocr } from './ocr.js';
import { toPdfBlocks } from './pdf-blocks.js';
import { type PdfLine, toLines } from './pdf-lines.js';
import { toPng } from './png.js';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const maxPages = 5000;
/** What was read by then is worth more than nothing: the whole parser has 30 s. */
const maxReadingMs = 20_000;

export async function parsePdf(bytes: Uint8Array, options: ParseOptions): Promise<Document> {
  try {
    const { getDocumentProxy: open } = await import('unpdf');
    const pdf = await open(new Uint8Array(bytes), { verbosity: 0 });
    const printed = await readPages(pdf, Math.min(pdf.numPages, maxPages));
    const pages = isScanned(printed) ? await readScans(pdf, printed, options) : printed;
    const { blocks, runningCharacters } = toPdfBlocks(pages, await readOutline(pdf));
    const { title, date } = await readInfo(pdf);
    const found = isDefaultTitle(title) ? firstTitle(blocks) : title;
    const leftOut = leftOutOf(pdf.numPages - pages.length, runningCharacters);
    return toPagedDocument(blocks, { title: found, date, leftOut }, options);
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw new WinnowError(
      'unreadable',
      `${options.url} is not a PDF that can be read (${messageOf(error)}). Try another copy of it, without a password.`,
      { cause: error },
    );
  }
}

/** Hardly a word on any page: pictures of pages. */
function isScanned(pages: readonly (readonly PdfLine[])[]): boolean {
  return pages.flat().reduce((sum, { text }) => sum + text.length, 0) < pages.length * 20;
}

/** The text that OCR reads on each page, as far as it gets in its time. */
async function readScans(
  pdf: Pdf,
  printed: readonly (readonly PdfLine[])[],
  { url }: ParseOptions,
): Promise<PdfLine[][]> {
  const { notInstalled, openOcr } = await import('./ocr.js');
  const ocr = await openOcr();
  if (!ocr) throw notInstalled(url, 'a PDF of pictures (scanned pages)');
  const startedMs = systemClock.monotonicMs();
  const pages: PdfLine[][] = [];
  try {
    for (let number = 1; number <= printed.length && systemClock.monotonicMs() - startedMs < maxReadingMs; number++)
      pages.push(await scannedLines(pdf, number, ocr));
  } finally {
    await ocr.close();
  }
  return pages;
}

/** A blank line is a gap between paragraphs. */
async function scannedLines(pdf: Pdf, number: number, ocr: Ocr): Promise<PdfLine[]> {
  const { extractImages } = await import('unpdf');
  const lines: PdfLine[] = [];
  let y = 0;
  for (const image of await extractImages(pdf, number)) {
    const text = await ocr.textOf(toPng({ ...image, data: new Uint8Array(image.data) }));
    for (const line of text.split('\n')) {
      y -= line.trim() === '' ? 20 : 12;
      if (line.trim() !== '') lines.push({ text: line.trim(), size: 10, x: 0, y });
    }
  }
  return lines;
}

/** What programs write where nobody gave a title: the name of a file, or of the program's first document. */
function isDefaultTitle(title: string): boolean {
  return (
    title === '' ||
    /^(?:untitled|unbenannt|sans titre|document ?\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pptx?|xlsx?|odt|tex|dvi|pdf|indd|qxd))$/i.test(
      title,
    )
  );
}

const longestTitle = 150;

/** The first large line, else the first line if it is no sentence. */
function firstTitle(blocks: readonly Block[]): string {
  const large = blocks.find(({ level }) => level === 1) ?? blocks.find(({ level }) => level > 0);
  const line = large?.text ?? blocks[0]?.text ?? '';
  return line.length <= longestTitle && !/[.;,]$/.test(line) ? line : '';
}

async function readPages(pdf: Pdf, count: number): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  const startedMs = systemClock.monotonicMs();
  for (let number = 1; number <= count && systemClock.monotonicMs() - startedMs < maxReadingMs; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(toLines(items.flatMap((item) => ('str' in item ? [item] : []))));
    page.cleanup();
  }
  return pages;
}

type OutlineItem = { readonly title: string; readonly items: readonly OutlineItem[] };

/** Titles of the outline with their depth, 1 for the outermost. */
async function readOutline(pdf: Pdf): Promise<ReadonlyMap<string, number>> {
  const levels = new Map<string, number>();
  const visit = (items: readonly OutlineItem[], level: number): void => {
    for (const { title, items: inner } of items) {
      levels.set(title.replace(/\s+/g, ' ').trim(), level);
      if (level < 4) visit(inner, level + 1);
    }
  };
  visit(((await pdf.getOutline()) ?? []) as OutlineItem[], 1);
  return levels;
}

async function readInfo(pdf: Pdf): Promise<{ title: string; date: string | undefined }> {
  const { info } = (await pdf.getMetadata()) as unknown as { info: Readonly<Record<string, unknown>> };
  const date = /D:(\d{4})(\d\d)(\d\d)/.exec(String(info.ModDate ?? info.CreationDate ?? ''));
  return {
    title: typeof info.Title === 'string' ? info.Title.trim() : '',
    date: date === null ? undefined : date.slice(1).join('-'),
  };
}

function leftOutOf(unread: number, runningCharacters: number): LeftOut[] {
  const leftOut: LeftOut[] = [];
  if (unread > 0)
    leftOut.push({
      what: 'end of the file',
      why: `the last ${unread} pages; cut the file into several to read them`,
      characters: 0,
    });
  if (runningCharacters > 0)
    leftOut.push({
      what: 'running heads and page numbers',
      why: 'repeated on many pages',
      characters: runningCharacters,
    });
  return leftOut;
}
