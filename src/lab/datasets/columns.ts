/** Which column of a table holds what: as the caller says, and for the rest by the usual names. */
import { usageError } from '../../core/errors.js';
import { show } from './rows.js';

/** The fields a column can fill, and the names it usually has; the first that is there wins. */
const usualNames = {
  question: ['question', 'query'],
  id: ['id', 'qid', 'query_id', 'iid'],
  answers: ['answers', 'answer'],
  gold: ['gold', 'gold_doc_ids', 'gold_urls', 'document_ids'],
  type: ['type'],
  split: ['split'],
  reference: ['reference'],
} as const;

export type ColumnField = keyof typeof usualNames;

/** `{ question: 'Frage', answers: 'Antwort' }`. Without a column for `id` the rows are numbered. */
export type ColumnMap = Readonly<Partial<Record<ColumnField, string>>>;

/** DataMorgana's TSV export: its `answer` is a long one. */
const dataMorgana = {
  question: 'question',
  id: 'qid',
  reference: 'answer',
  gold: 'document_ids',
  type: 'question_multi-doc',
} as const;

export function mapColumns(header: readonly string[], stated: ColumnMap = {}): ColumnMap {
  checkHeader(header);
  checkStated(header, stated);
  const isDataMorgana = Object.values(dataMorgana).every((column) => header.includes(column));
  const taken = new Set(Object.values(stated));
  const free = header.filter((column) => !taken.has(column));
  const map = { ...(isDataMorgana ? dataMorgana : guess(free)), ...stated };
  if (map.question !== undefined) return map;
  throw usageError(`No column is called question or query. The file has: ${header.join(', ')}. Give a column map.`);
}

function guess(header: readonly string[]): ColumnMap {
  const found = Object.entries(usualNames).map(
    ([field, names]) => [field, names.find((column) => header.includes(column))] as const,
  );
  return Object.fromEntries(found.filter(([, column]) => column !== undefined));
}

function checkHeader(header: readonly string[]): void {
  const twice = header.find((column, index) => header.indexOf(column) !== index);
  if (twice !== undefined) throw usageError(`Two columns are called ${show(twice)}. Rename one of them.`);
}

function checkStated(header: readonly string[], stated: ColumnMap): void {
  const fields = Object.keys(usualNames);
  const unknown = Object.keys(stated).find((field) => !fields.includes(field));
  if (unknown !== undefined)
    throw usageError(`The column map names no field ${show(unknown)}: use ${fields.join(', ')}.`);
  const absent = Object.values(stated).find((column) => !header.includes(column));
  if (absent !== undefined)
    throw usageError(`No column is called ${show(absent)}. The file has: ${header.join(', ')}.`);
}
