/**
 * ODT, ODS and ODP: headings, paragraphs, lists and tables of a text, the sheets of a workbook, the slides of a
 * presentation.
 */
import type { Document } from '../../core/data.js';
import {
  type Block,
  type ParseOptions,
  type Place,
  type SheetRow,
  sheetBlocks,
  tableBlocks,
  toPagedDocument,
} from '../../text/page/index.js';
import { openArchive } from './archive.js';
import { elementsOf, findAll, findFirst, parseXml, textIn, type XmlNode } from './xml.js';

export function parseOpenDocument(bytes: Uint8Array, options: ParseOptions): Document {
  const archive = openArchive(bytes);
  const content = archive.text('content.xml');
  if (content === undefined) throw new Error('it holds no content.xml');
  const body = findFirst(parseXml(content), 'office:body');
  const meta = parseXml(archive.text('meta.xml') ?? '');
  const field = (name: string) => textIn(findFirst(meta, name) ?? { name, attributes: {}, children: [] }).trim();
  const blocks = body ? elementsOf(body).flatMap(partBlocks) : [];
  const title = field('dc:title') || titleParagraph(body);
  return toPagedDocument(blocks, { title, date: /^\d{4}-\d\d-\d\d/.exec(field('dc:date'))?.[0] }, options);
}

function partBlocks(part: XmlNode): Block[] {
  if (part.name === 'office:spreadsheet')
    return findAll(part, 'table:table').flatMap((table) => [
      heading(table.attributes['table:name'] ?? 'Sheet', 2),
      ...sheetBlocks(rowsOf(table)),
    ]);
  if (part.name === 'office:presentation')
    return findAll(part, 'draw:page').flatMap((page, at) => slideBlocks(page, at + 1));
  return elementsOf(part).flatMap((node) => nodeBlocks(node));
}

/** A first paragraph in the style that word processors call "Title". */
function titleParagraph(body: XmlNode | undefined): string {
  const titled = body && findAll(body, 'text:p').find(({ attributes }) => attributes['text:style-name'] === 'Title');
  return titled ? inline(titled) : '';
}

function slideBlocks(page: XmlNode, number: number): Block[] {
  const place: Place = { unit: 'slide', first: `${number}`, last: `${number}` };
  const frames = findAll(page, 'draw:frame');
  const title = frames.find(({ attributes }) => attributes['presentation:class'] === 'title');
  const body = frames
    .filter((frame) => frame !== title)
    .flatMap((frame) => elementsOf(frame).flatMap((node) => nodeBlocks(node)));
  return [heading((title && inline(title)) || `Slide ${number}`, 2), ...body].map((block) => ({ ...block, place }));
}

const heading = (text: string, level: number): Block => ({ level, text, start: 0, end: 0 });
const paragraph = (text: string): Block[] => (text === '' ? [] : [{ level: 0, text, start: 0, end: 0 }]);

/** What changes were tracked, and notes in the margin, are no text of the document. */
const PASSED_OVER = new Set(
  `text:tracked-changes office:annotation text:table-of-content office:forms presentation:notes`.split(/\s+/),
);

function nodeBlocks(node: XmlNode): Block[] {
  if (PASSED_OVER.has(node.name)) return [];
  if (node.name === 'text:h')
    return [heading(inline(node), Math.min(6, Number(node.attributes['text:outline-level'] ?? 1)))];
  if (node.name === 'text:p') return paragraph(inline(node));
  if (node.name === 'text:list') return paragraph(listText(node, 0));
  if (node.name === 'table:table') return tableBlocks(rowsOf(node).map(({ cells }) => cells));
  return elementsOf(node).flatMap((child) => nodeBlocks(child));
}

function listText(list: XmlNode, depth: number): string {
  return elementsOf(list)
    .flatMap((item) =>
      elementsOf(item).map((node) =>
        node.name === 'text:list' ? listText(node, depth + 1) : `${'  '.repeat(depth)}- ${inline(node)}`,
      ),
    )
    .join('\n');
}

/** Blanks and line breaks are elements of their own. */
function inline(node: XmlNode): string {
  const text = node.children.map((child): string => {
    if (typeof child === 'string') return child;
    if (PASSED_OVER.has(child.name)) return '';
    return ['text:s', 'text:tab', 'text:line-break'].includes(child.name) ? ' ' : inline(child);
  });
  return text.join('').replace(/\s+/g, ' ').trim();
}

/** A file may say that a million rows are the same empty one. */
const MOST_REPEATED = 50;

function rowsOf(table: XmlNode): SheetRow[] {
  const rows: SheetRow[] = [];
  let number = 1;
  for (const row of findAll(table, 'table:table-row')) {
    const cells = elementsOf(row).flatMap((cell) => {
      const count = Math.min(MOST_REPEATED, Number(cell.attributes['table:number-columns-repeated'] ?? 1));
      return Array.from({ length: count }, () => findAll(cell, 'text:p').map(inline).join(' '));
    });
    const repeated = Number(row.attributes['table:number-rows-repeated'] ?? 1);
    const isEmpty = cells.every((cell) => cell === '');
    if (!isEmpty)
      for (let copy = 0; copy < Math.min(repeated, MOST_REPEATED); copy++) rows.push({ number: number + copy, cells });
    number += repeated;
  }
  return rows;
}
