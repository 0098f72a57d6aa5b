/**
 * A blind sheet for people: answers of several pipelines in random order, without names, to be rated; and the key that
 * tells them apart.
 */
import { createHash } from 'node:crypto';
import { usageError } from '../../core/errors.js';
import { seededRandom, shuffled } from '../../text/random.js';
import type { EvalRow } from '../run/row.js';

/** LiveRAG's criteria for people, each 0 to 2. */
export const CRITERIA = ['coverage', 'relatedness', 'quality'] as const;
export type Criterion = (typeof CRITERIA)[number];

export type SheetFormat = 'csv' | 'md';

export type Item = {
  readonly item: string;
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly pipeline: string;
};

export type SheetKey = {
  /** The first part of every item's name: a sheet and a key that do not belong together are told by it. */
  readonly sheet: string;
  readonly seed: number;
  readonly pipelines: readonly string[];
  readonly items: readonly Pick<Item, 'item' | 'id' | 'pipeline'>[];
};

export type SheetInput = { readonly rows: readonly EvalRow[]; readonly questions: number; readonly seed: number };

/**
 * Questions drawn at random from those that every pipeline was asked; the answers to each question together, in an
 * order of its own.
 */
export function drawItems({ rows, questions, seed }: SheetInput): {
  readonly key: SheetKey;
  readonly items: readonly Item[];
} {
  const pipelines = [...new Set(rows.map(({ pipeline }) => pipeline))].sort();
  const byId = new Map<string, EvalRow[]>();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  const complete = [...byId.keys()].filter((id) => byId.get(id)?.length === pipelines.length).sort();
  if (complete.length === 0)
    throw usageError('No question was asked of every pipeline. Rate runs on the same questions.');
  const random = seededRandom(`rate ${seed}`);
  const chosen = shuffled(complete, random).slice(0, questions);
  const drawn = chosen.flatMap((id) => shuffled(byId.get(id)!.toSorted(byPipeline), random));
  const sheet = createHash('sha256')
    .update(JSON.stringify([seed, drawn.map(({ id, pipeline, answer }) => [id, pipeline, answer])]))
    .digest('hex')
    .slice(0, 6);
  const items = drawn.map((row, at) => ({
    item: `${sheet}-${`${at + 1}`.padStart(3, '0')}`,
    id: row.id,
    question: row.question,
    answer: row.status === 'answered' ? row.answer : NO_ANSWER,
    pipeline: row.pipeline,
  }));
  return {
    items,
    key: { sheet, seed, pipelines, items: items.map(({ item, id, pipeline }) => ({ item, id, pipeline })) },
  };
}

/** Whether a pipeline abstained or failed is nothing a reader of answers should know. */
const NO_ANSWER = '(no answer)';

const byPipeline = (left: EvalRow, right: EvalRow): number => (left.pipeline < right.pipeline ? -1 : 1);

export function sheetText(items: readonly Item[], format: SheetFormat): string {
  return format === 'csv' ? csvSheet(items) : markdownSheet(items);
}

function csvSheet(items: readonly Item[]): string {
  const lines = items.map(({ item, question, answer }) => [item, question, answer, ...CRITERIA.map(() => ''), '']);
  return [['item', 'question', 'answer', ...CRITERIA, 'comment'], ...lines]
    .map((cells) => `${cells.map(csvCell).join(',')}\n`)
    .join('');
}

/**
 * A spreadsheet would take a cell that begins with = + - @ for a formula; an apostrophe makes it text (OWASP, CSV
 * injection).
 */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const GUIDE = [
  '# Rating sheet',
  '',
  'Write 0, 1 or 2 behind each word. Leave it empty where you cannot tell.',
  '',
  '- coverage: how much of what was asked is answered (0 nothing, 1 a part, 2 all)',
  '- relatedness: how much of the answer belongs to the question (0 nothing, 1 a part, 2 all)',
  '- quality: how well it reads (0 badly, 1 fairly, 2 well)',
];

/** Question and answer are quoted line by line, so that nothing in them can be taken for a rating. */
function markdownSheet(items: readonly Item[]): string {
  const quoted = (text: string) => text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${line}`.trimEnd());
  const parts = items.map(({ item, question, answer }) =>
    [`## ${item}`, '', ...quoted(question), '', ...quoted(answer), '', ...CRITERIA.map((name) => `${name}:`), ''].join(
      '\n',
    ),
  );
  return `${[...GUIDE, ''].join('\n')}\n${parts.join('\n')}`;
}
