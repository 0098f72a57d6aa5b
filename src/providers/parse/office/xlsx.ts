/** Sheets as tables: cells as they are shown, with dates as dates; hidden sheets are left out and said. */
import type { Document, LeftOut } from '../../../core/data.js';
import {
  type Block,
  type ParseOptions,
  type SheetRow,
  sheetBlocks,
  toPagedDocument,
} from '../../../text/page/index.js';
import { fileName } from '../file-name.js';
import { findAll, findFirst, textIn, type XmlNode } from '../xml.js';
import { columnNumber } from './columns.js';
import { type DateStyles, dateStyles, dateText } from './dates.js';
import { type OfficePackage, openOffice } from './package.js';

const WORKBOOK = 'xl/workbook.xml';

export function parseXlsx(bytes: Uint8Array, options: ParseOptions): Document {
  const office = openOffice(bytes);
  const workbook = office.part(WORKBOOK);
  if (!workbook) throw new Error('it holds no workbook');
  const reading = { texts: sharedTexts(office), dates: dateStyles(office.part('xl/styles.xml'), workbook) };
  const [blocks, leftOut]: [Block[], LeftOut[]] = [[], []];
  for (const { attributes } of findAll(workbook, 'sheet')) {
    const sheet = office.part(office.target(WORKBOOK, attributes['r:id'] ?? '') ?? '');
    const { name = 'Sheet' } = attributes;
    if (attributes.state !== undefined && attributes.state !== 'visible')
      leftOut.push({ what: `sheet ${name}`, why: 'hidden', characters: 0 });
    else if (sheet) blocks.push({ level: 2, text: name, start: 0, end: 0 }, ...sheetBlocks(rowsOf(sheet, reading)));
  }
  return toPagedDocument(blocks, { title: office.title || fileName(options.url), date: office.date, leftOut }, options);
}

/** Texts are kept once for the whole file and named by number. */
function sharedTexts(office: OfficePackage): string[] {
  const shared = office.part('xl/sharedStrings.xml');
  return shared ? findAll(shared, 'si').map(richText) : [];
}

/** Without the readings that stand above East Asian words. */
function richText(node: XmlNode): string {
  return node.children
    .map((child) =>
      typeof child === 'string' ? '' : child.name === 't' ? textIn(child) : child.name === 'r' ? richText(child) : '',
    )
    .join('');
}

type Reading = { readonly texts: readonly string[]; readonly dates: DateStyles };

function rowsOf(sheet: XmlNode, reading: Reading): SheetRow[] {
  return findAll(sheet, 'row').map((row, at) => {
    const cells: string[] = [];
    for (const cell of findAll(row, 'c')) {
      const column = columnNumber(cell.attributes.r ?? '') ?? cells.length;
      cells[column] = cellText(cell, reading).replace(/\s+/g, ' ').trim();
    }
    return { number: Number(row.attributes.r ?? at + 1), cells: Array.from(cells, (cell) => cell ?? '') };
  });
}

function cellText(cell: XmlNode, { texts, dates }: Reading): string {
  const { t: type = 'n', s: style = '' } = cell.attributes;
  if (type === 'inlineStr') return findAll(cell, 'is').map(richText).join('');
  const value = findFirst(cell, 'v');
  const text = value ? textIn(value) : '';
  if (type === 's') return texts[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  return type === 'n' && text !== '' && dates.styles.has(style)
    ? dateText(Number(text), dates)
    : roundedText(text, type);
}

/** 0.1 + 0.2 is shown as 0.3. */
function roundedText(text: string, type: string): string {
  return type === 'n' && /\.\d{10,}/.test(text) ? `${Number(Number(text).toPrecision(12))}` : text;
}
