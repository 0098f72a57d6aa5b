/** Questions from JSON records whose fields have names of their own: `--columns question=prompt,answers=targets`. */
import { type ColumnField, type ColumnMap, mapColumns } from './columns.js';
import { defined, jsonRecords } from './json-records.js';
import { type ParsedRow, type QuestionRow, show } from './rows.js';

export function* readMapped(content: string, columns: ColumnMap): Generator<ParsedRow<QuestionRow>> {
  for (const record of jsonRecords(content)) yield 'bad' in record ? record : readRecord(record, columns);
}

type NumberedRecord = { readonly at: string; readonly number: number; readonly value: unknown };

function readRecord({ at, number, value }: NumberedRecord, columns: ColumnMap): ParsedRow<QuestionRow> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { bad: { at, message: `expected a JSON object, got ${show(value)}` } };
  const fields = value as Readonly<Record<string, unknown>>;
  const map = mapColumns(Object.keys(fields), columns);
  const of = (field: ColumnField) => fields[map[field] ?? ''];
  const texts = { question: textOf(of('question')), answers: listOf(of('answers')), gold: listOf(of('gold')) };
  const wrong = (['question', 'answers', 'gold'] as const).find((field) => texts[field] === undefined);
  if (wrong !== undefined)
    return { bad: { at, field: map[wrong] ?? wrong, message: `expected ${EXPECTED[wrong]}, got ${show(of(wrong))}` } };
  const used = new Set(Object.values(map));
  const extra = Object.fromEntries(Object.entries(fields).filter(([name]) => !used.has(name)));
  const optional = { type: textOf(of('type')), split: textOf(of('split')), reference: textOf(of('reference')), extra };
  const { question, answers, gold } = texts as { question: string; answers: string[]; gold: string[] };
  return { at, row: { id: textOf(of('id')) ?? String(number), question, answers, gold, ...defined(optional) } };
}

const EXPECTED = {
  question: 'a text that is not empty',
  answers: 'a text or a list of texts',
  gold: 'a text or a list of texts',
} as const;

function textOf(value: unknown): string | undefined {
  const isText =
    typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '');
  return isText ? String(value) : undefined;
}

/** Nothing is an empty list; a single value is a list of one. */
function listOf(value: unknown): string[] | undefined {
  const items = (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(textOf);
  return items.every((item) => item !== undefined) ? items : undefined;
}
