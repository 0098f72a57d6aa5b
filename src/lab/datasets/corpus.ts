/** Reads the documents of a set: corpus.jsonl, ours (`id`) or BEIR's (`_id`). */
import { join } from 'node:path';
import { z } from 'zod';
import { checkedRecords, defined, name, record, text } from './json-records.js';
import { type CorpusRow, collectRows, type RowSet } from './rows.js';
import { readTextFile } from './text-file.js';

const ours = record({ id: name, title: text.nullish(), text, url: text.nullish() });

/** BEIR's records are told by their `_id`, row by row. */
const documentSchema = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('_id' in value) || 'id' in value) return value;
  const { _id, ...rest } = value;
  return { id: _id, ...rest };
}, ours);

export type CorpusOptions = { readonly skipBad?: boolean | undefined };

export function readCorpus(folder: string, { skipBad }: CorpusOptions = {}): RowSet<CorpusRow> {
  const path = join(folder, 'corpus.jsonl');
  const documents = checkedRecords(readTextFile(path), documentSchema, ({ id, title, text: body, url }) => {
    return { id, title: title ?? '', text: body, ...defined({ url }) };
  });
  return collectRows(documents, { path, readAs: 'corpus', skipBad });
}
