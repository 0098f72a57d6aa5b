/** CSV and TSV as a sheet. */
import papaparse from 'papaparse';
import type { Document } from '../../core/data.js';
import { type ParseOptions, sheetBlocks, toPagedDocument } from '../../text/page/index.js';
import { fileName } from './file-name.js';

export function parseCsv(text: string, options: ParseOptions): Document {
  const { data } = papaparse.parse<string[]>(text, { delimiter: delimiterOf(text) });
  return toPagedDocument(
    sheetBlocks(data.map((cells, at) => ({ number: at + 1, cells }))),
    { title: fileName(options.url) },
    options,
  );
}

/** The sign that stands most often between the names of the columns: in the rows a comma may be one of a number. */
function delimiterOf(text: string): string {
  const head = (/^.*$/m.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign;
}
