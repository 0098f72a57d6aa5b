/**
 * What every reader of this folder gives: rows of one type, and the rows it could not read, named by place and field.
 */
import { basename } from 'node:path';
import { usageError } from '../../core/errors.js';

export type QuestionRow = {
  readonly id: string;
  readonly question: string;
  /** Short gold answers, any of which is right; empty when there are none. */
  readonly answers: readonly string[];
  /** Ids or URLs of the documents that hold the answer; empty when unknown. */
  readonly gold: readonly string[];
  readonly type?: string;
  readonly split?: string;
  /** A long answer to compare with. */
  readonly reference?: string;
  /** Whatever else the source says of the question. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

export type CorpusRow = { readonly id: string; readonly title: string; readonly text: string; readonly url?: string };

/** `message` reads "expected ..., got ...". */
export type BadRow = { readonly at: string; readonly field?: string; readonly message: string };

export type ParsedRow<Row> = { readonly at: string; readonly row: Row } | { readonly bad: BadRow };

export type RowSet<Row> = { readonly rows: readonly Row[]; readonly skipped: readonly BadRow[] };

const SHOWN = 20;

/**
 * All rows that can be read. Bad rows, and rows whose id was there before, end it with one error, or are set aside with
 * `skipBad`.
 */
export function collectRows<Row extends { readonly id: string }>(
  parsed: Iterable<ParsedRow<Row>>,
  { path, readAs, skipBad = false }: { path: string; readAs: string; skipBad?: boolean | undefined },
): RowSet<Row> {
  const rows: Row[] = [];
  const skipped: BadRow[] = [];
  const places = new Map<string, string>();
  for (const item of parsed) {
    const bad = 'bad' in item ? item.bad : repeated(item, places);
    if (bad) skipped.push(bad);
    else if ('row' in item) rows.push(item.row);
  }
  if (skipped.length > 0 && !(skipBad && rows.length > 0))
    throw usageError(complaint(path, readAs, skipped, rows.length));
  if (rows.length === 0) throw usageError(`${path} holds no rows (read as ${readAs}). Give a file with at least one.`);
  return { rows, skipped };
}

function repeated(item: { at: string; row: { id: string } }, places: Map<string, string>): BadRow | undefined {
  const { at, row } = item;
  const earlier = places.get(row.id);
  if (earlier === undefined) places.set(row.id, at);
  return earlier === undefined
    ? undefined
    : { at, field: 'id', message: `expected an id of its own, got ${show(row.id)} as on ${earlier}` };
}

function complaint(path: string, readAs: string, bad: readonly BadRow[], good: number): string {
  const lines = bad.slice(0, SHOWN).map((row) => `  ${describeBadRow(row)}`);
  if (bad.length > SHOWN) lines.push(`  and ${bad.length - SHOWN} more`);
  const counted = `${basename(path)} (read as ${readAs}): ${bad.length} of ${bad.length + good} rows cannot be used.`;
  const next =
    good > 0 ? 'Fix them, or leave them out with skipBad.' : 'No row is left: fix them, or name another format.';
  return [counted, ...lines, next].join('\n');
}

/** "line 3, question: expected a text, got 5" */
export function describeBadRow({ at, field, message }: BadRow): string {
  return `${at}${field ? `, ${field}` : ''}: ${message}`;
}

/** A value as a message shows it: short, and `nothing` for what is not there. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const WITHOUT_ANSWER = /^(?:unanswerable|false[-_ ]premise)$/i;

/** Types that say by their name that nothing answers the question. */
export function isWithoutAnswer(type: string | undefined): boolean {
  return type !== undefined && WITHOUT_ANSWER.test(type);
}
