/** PDF to a Document: lines from text positions, headings from the outline and from type size, running heads and page numbers left out. */
import type { getDocumentProxy } from 'unpdf';
import type { Document, LeftOut } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import { type ParseOptions, toPagedDocument } from '../../text/page/index.js';
import { toPdfBlocks } from './pdf-blocks.js';
import { type PdfLine, toLines } from './pdf-lines.js';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const maxPages = 500;

export async function parsePdf(bytes: Uint8Array, options: ParseOptions): Promise<Document> {
  try {
    const { getDocumentProxy: open } = await import('unpdf');
    const pdf = await open(new Uint8Array(bytes), { verbosity: 0 });
    const pages = await readPages(pdf, Math.min(pdf.numPages, maxPages));
    const { blocks, runningCharacters } = toPdfBlocks(pages, await readOutline(pdf));
    const { title, date } = await readInfo(pdf);
    const leftOut = leftOutOf(pdf.numPages, runningCharacters);
    return toPagedDocument(blocks, { title: title || (blocks.find(({ level }) => level === 1)?.text ?? ''), date, leftOut }, options);
  } catch (error) {
    throw new WinnowError(
      'unreadable',
      `${options.url} is not a PDF that can be read (${messageOf(error)}). Try another copy of it, without a password.`,
      { cause: error },
    );
  }
}

async function readPages(pdf: Pdf, count: number): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  for (let number = 1; number <= count; number++) {
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
  return { title: typeof info.Title === 'string' ? info.Title.trim() : '', date: date === null ? undefined : date.slice(1).join('-') };
}

function leftOutOf(pages: number, runningCharacters: number): LeftOut[] {
  const leftOut: LeftOut[] = [];
  if (pages > maxPages)
    leftOut.push({ what: 'end of the file', why: `${pages - maxPages} pages beyond the first ${maxPages}`, characters: 0 });
  if (runningCharacters > 0)
    leftOut.push({ what: 'running heads and page numbers', why: 'repeated on many pages', characters: runningCharacters });
  return leftOut;
}
