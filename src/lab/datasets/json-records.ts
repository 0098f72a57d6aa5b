/**
 * JSON lines, or one JSON list, read record by record and checked against a schema whose messages say what was
 * expected.
 */
import { z } from 'zod';
import { messageOf, usageError } from '../../core/errors.js';
import { type BadRow, type ParsedRow, show } from './rows.js';
import { numberedLines } from './text-file.js';

export type JsonRecord = { readonly at: string; readonly number: number; readonly value: unknown };

/** Every record with its place; a line that is not JSON is a bad row. */
export function* jsonRecords(text: string): Generator<JsonRecord | { readonly bad: BadRow }> {
  if (text.trimStart().startsWith('[')) {
    for (const [index, value] of parseList(text).entries()) yield { at: `row ${index + 1}`, number: index + 1, value };
    return;
  }
  for (const { line, number } of numberedLines(text)) {
    try {
      yield { at: `line ${number}`, number, value: JSON.parse(line) };
    } catch (error) {
      yield {
        bad: { at: `line ${number}`, message: `expected one JSON object, got ${show(line)} (${messageOf(error)})` },
      };
    }
  }
}

function parseList(text: string): readonly unknown[] {
  try {
    return z.array(z.unknown()).parse(JSON.parse(text));
  } catch (error) {
    throw usageError(
      `The file begins like a JSON list but is none (${messageOf(error)}). Mend it, or write one object a line.`,
    );
  }
}

/** Checks each record and turns it into a row. `number` helps formats that have no ids. */
export function* checkedRecords<Shape, Row>(
  text: string,
  schema: z.ZodType<Shape>,
  toRow: (record: Shape, number: number) => Row,
): Generator<ParsedRow<Row>> {
  for (const record of jsonRecords(text)) {
    if ('bad' in record) {
      yield record;
      continue;
    }
    const checked = schema.safeParse(record.value);
    if (checked.success) yield { at: record.at, row: toRow(checked.data, record.number) };
    else yield { bad: firstProblem(record.at, record.value, checked.error) };
  }
}

/** The first thing wrong with a value, by field and with what was found there. */
export function firstProblem(at: string, value: unknown, { issues }: z.ZodError): BadRow {
  const { path = [], message = 'something else' } = issues[0] ?? {};
  const actual = path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  const field = path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('');
  return { at, ...(field && { field }), message: `expected ${message}, got ${show(actual)}` };
}

/** Schema parts. Their messages complete "expected ...". */
export const text = z.string('a text');
export const fullText = text.refine((value) => value.trim() !== '', 'a text that is not empty');
export const textList = z.array(text, 'a list of texts');
export const name = z
  .union([fullText, z.number()], 'a text that is not empty, or a number')
  .transform((value) => String(value));

/** An object that may hold more than the shape says. */
export const record = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape, 'a JSON object');

type DefinedFields<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], null | undefined> };

/** The fields that are there: neither undefined nor null nor an empty object. */
export function defined<Fields extends Record<string, unknown>>(fields: Fields): DefinedFields<Fields> {
  const isThere = (value: unknown) => value != null && !(typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isThere(value))) as DefinedFields<Fields>;
}
