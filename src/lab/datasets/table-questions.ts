/** Questions from CSV and TSV files whose first line names the columns. */
import { usageError } from '../../core/errors.js';
import { type ColumnField, type ColumnMap, mapColumns } from './columns.js';
import { claimQuestion } from './json-questions.js';
import { defined } from './json-records.js';
import { parseListCell } from './list-cell.js';
import { type ParsedRow, type QuestionRow, show } from './rows.js';
import { type Delimiter, type TableLine, tableLines } from './table.js';

export type TableOptions = { readonly delimiter: Delimiter; readonly columns?: ColumnMap | undefined };

export function* readTable(content: string, { delimiter, columns }: TableOptions): Generator<ParsedRow<QuestionRow>> {
  const lines = tableLines(content, delimiter);
  const head = lines.next().value;
  if (!head || 'problem' in head)
    throw usageError(`The first line must name the columns: ${head?.problem ?? 'it is empty'}.`);
  const header = head.cells.map((cell) => cell.trim());
  const map = mapColumns(header, columns);
  let number = 0;
  for (const line of lines) {
    number += 1;
    yield readLine(line, { header, map, number });
  }
}

type Layout = { readonly header: readonly string[]; readonly map: ColumnMap; readonly number: number };

function readLine(line: TableLine, { header, map, number }: Layout): ParsedRow<QuestionRow> {
  const at = `line ${line.line}`;
  if ('problem' in line) return { bad: { at, message: line.problem } };
  const { cells } = line;
  if (cells.length !== header.length)
    return { bad: { at, message: `expected ${header.length} cells, got ${cells.length}` } };
  const cell = (field: ColumnField): string => cells[header.indexOf(map[field] ?? '')]?.trim() ?? '';
  const answers = parseListCell(cell('answers'));
  const gold = parseListCell(cell('gold'));
  const wrong = (field: ColumnField, expected: string): ParsedRow<QuestionRow> => ({
    bad: { at, field: map[field] ?? field, message: `expected ${expected}, got ${show(cell(field))}` },
  });
  if (cell('question') === '') return wrong('question', 'a text that is not empty');
  if (map.id !== undefined && cell('id') === '') return wrong('id', 'a text that is not empty');
  if (!answers) return wrong('answers', 'a list of texts');
  if (!gold) return wrong('gold', 'a list of texts');
  const optional = { type: cell('type') || null, split: cell('split') || null, reference: cell('reference') || null };
  const extra = otherCells(cells, header, map);
  return {
    at,
    row: {
      id: cell('id') || String(number),
      question: cell('question'),
      answers,
      gold,
      ...defined({ ...optional, extra }),
    },
  };
}

function otherCells(
  cells: readonly string[],
  header: readonly string[],
  map: ColumnMap,
): Readonly<Record<string, string>> {
  const used = new Set(Object.values(map));
  const pairs = header.map((column, index) => [column, cells[index] ?? ''] as const);
  return Object.fromEntries(pairs.filter(([column, value]) => !used.has(column) && value !== ''));
}

/** PubHealth as its authors give it: a TSV file with the columns `claim` and `label`. */
export function* readClaimTable(content: string): Generator<ParsedRow<QuestionRow>> {
  const header = (content.trimStart().split(/\r?\n/, 1)[0] ?? '').split('\t').map((cell) => cell.trim());
  const columns = { question: 'claim', answers: 'label', ...(header.includes('claim_id') && { id: 'claim_id' }) };
  for (const parsed of readTable(content, { delimiter: '\t', columns })) {
    if ('bad' in parsed) yield parsed;
    else
      yield {
        at: parsed.at,
        row: claimQuestion({ id: parsed.row.id, claim: parsed.row.question, label: parsed.row.answers[0] ?? '' }),
      };
  }
}
