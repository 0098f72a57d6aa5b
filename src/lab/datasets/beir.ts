/**
 * BEIR folders: queries.jsonl and qrels/<split>.tsv. Queries nobody judged are left out, because queries.jsonl holds
 * those of every split. A query judged in several splits belongs to the first of test, dev, train.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkedRecords, defined, fullText, name, record } from './json-records.js';
import { type BadRow, type ParsedRow, type QuestionRow, show } from './rows.js';
import { numberedLines, readTextFile } from './text-file.js';

type Judgments = { readonly split: string; readonly at: string; readonly grades: Map<string, number> };
type Query = Omit<QuestionRow, 'gold'>;

const querySchema = record({ _id: name, text: fullText });

export function* readBeir(folder: string): Generator<ParsedRow<QuestionRow>> {
  const { byQuery, bad } = readJudgments(join(folder, 'qrels'));
  const unseen = new Map(byQuery);
  for (const parsed of readQueries(folder)) {
    if ('bad' in parsed) {
      yield parsed;
      continue;
    }
    const { at, row: query } = parsed;
    const judgments = byQuery.get(query.id);
    unseen.delete(query.id);
    if (judgments) yield { at, row: judgedRow(query, judgments) };
    else if (byQuery.size === 0) yield { at, row: { ...query, gold: [] } };
  }
  for (const problem of bad) yield { bad: problem };
  for (const [id, { at }] of unseen)
    yield { bad: { at, field: 'query-id', message: `expected an id of queries.jsonl, got ${show(id)}` } };
}

/** What is read of a folder. */
export function beirFiles(folder: string): readonly string[] {
  const qrels = join(folder, 'qrels');
  return [join(folder, 'queries.jsonl'), ...splitsIn(qrels).map((split) => join(qrels, `${split}.tsv`))];
}

function readQueries(folder: string): Iterable<ParsedRow<Query>> {
  return checkedRecords(
    readTextFile(join(folder, 'queries.jsonl')),
    querySchema,
    ({ _id: id, text: question, ...rest }) => {
      return { id, question, answers: [], ...defined({ extra: defined(rest) }) };
    },
  );
}

/** Grade 0 is judged and not relevant. Grades are kept only where they differ from 1. */
function judgedRow(query: Query, { split, grades }: Judgments): QuestionRow {
  const relevant = [...grades].filter(([, grade]) => grade > 0);
  const graded = relevant.some(([, grade]) => grade !== 1);
  const extra = { ...query.extra, ...(graded && { grades: Object.fromEntries(relevant) }) };
  return { ...query, gold: relevant.map(([document]) => document), split, ...defined({ extra }) };
}

const preferred = ['test', 'dev', 'train'];
const rank = (split: string): number => (preferred.includes(split) ? preferred.indexOf(split) : preferred.length);

function splitsIn(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.tsv')) : [];
  return files
    .map((file) => file.slice(0, -'.tsv'.length))
    .sort((left, right) => rank(left) - rank(right) || left.localeCompare(right));
}

function readJudgments(folder: string): { byQuery: Map<string, Judgments>; bad: readonly BadRow[] } {
  const byQuery = new Map<string, Judgments>();
  const bad: BadRow[] = [];
  for (const split of splitsIn(folder)) {
    for (const { line, number } of numberedLines(readTextFile(join(folder, `${split}.tsv`)))) {
      const at = `qrels/${split}.tsv line ${number}`;
      const judgment = parseJudgment(line);
      if (judgment) keep(byQuery, judgment, { split, at });
      else if (number > 1)
        bad.push({ at, message: `expected query, document and a number, divided by tabs, got ${show(line)}` });
    }
  }
  return { byQuery, bad };
}

type Judgment = { readonly query: string; readonly document: string; readonly grade: number };

/** BEIR's three columns or TREC's four (query, 0, document, grade). The header line is none. */
function parseJudgment(line: string): Judgment | undefined {
  const cells = line.split('\t').map((cell) => cell.trim());
  const [query = '', document = ''] = cells.length === 4 ? [cells[0], cells[2]] : cells;
  const grade = cells.at(-1) === '' ? Number.NaN : Number(cells.at(-1));
  const whole = (cells.length === 3 || cells.length === 4) && query !== '' && document !== '' && Number.isFinite(grade);
  return whole ? { query, document, grade } : undefined;
}

function keep(
  byQuery: Map<string, Judgments>,
  { query, document, grade }: Judgment,
  place: { split: string; at: string },
): void {
  const known = byQuery.get(query);
  if (!known) byQuery.set(query, { ...place, grades: new Map([[document, grade]]) });
  else if (known.split === place.split) known.grades.set(document, grade);
}
