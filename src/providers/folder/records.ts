/** `corpus.jsonl` as pages: a line is a document of one section. Its URL is the record's own, else its id. */

import { z } from 'zod';
import type { Document } from '../../core/data.js';
import { usageError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { parseJson } from '../../core/json.js';

const record = z
  .object({
    id: z.coerce.string().optional(),
    _id: z.coerce.string().optional(),
    title: z.string().nullish(),
    text: z.string(),
    url: z.string().nullish(),
  })
  .refine(({ id, _id }) => id !== undefined || _id !== undefined, 'it has no "id"');

/** Half of what a string can hold. */
const MOST_BYTES = 256 * 1024 * 1024;

export function readRecords(file: string): Document[] {
  const lines = readFileText(file, {
    mostBytes: MOST_BYTES,
    advice: 'Read a set this large into a corpus: winnow ingest <folder> --corpus NAME.',
  }).split('\n');
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [readRecord(line, `${file}, line ${at + 1}`)]));
}

export function readRecord(line: string, where: string): Document {
  const value = parseJson(line);
  if (value === undefined)
    throw usageError(`${where}: this is not JSON. Expected one object per line: {"id", "title", "text"[, "url"]}.`);
  const parsed = record.safeParse(value);
  if (!parsed.success)
    throw usageError(
      `${where}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')}. Expected {"id", "title", "text"[, "url"]}.`,
    );
  const { text, title } = parsed.data;
  const id = (parsed.data.id ?? parsed.data._id) as string;
  return {
    id,
    url: parsed.data.url || id,
    title: title ?? '',
    text,
    sections: [{ headings: [], text, start: 0, end: text.length }],
  };
}
