/** Makes questions from documents with a language model. Hands on rows and rejections; writes and prints nothing. */
import { usageError } from '../../core/errors.js';
import type { SourceDocument } from '../../engine/synth.js';
import { askModel, type SynthInput, type SynthWatch } from './model.js';
import type { SynthRow } from './rows.js';

/** Rejects with the signal's reason when it is aborted. */
export async function synthesise(input: SynthInput, watch: SynthWatch): Promise<void> {
  const asked = new Set(input.done.map(({ question }) => keyOf(question)));
  const onRow = (row: SynthRow) => {
    asked.add(keyOf(row.question));
    watch.onRow(row);
  };
  const isNew = (question: string) => !asked.has(keyOf(question));
  await askModel(input, { ...watch, onRow, isNew });
}

const keyOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Documents dated after the day, for questions that no model can have learned the answer of (HiFi-RAG's Test2025). */
export function newerDocuments(
  documents: readonly SourceDocument[],
  newerThan: string | undefined,
): readonly SourceDocument[] {
  if (newerThan === undefined) return documents;
  const dated = documents.filter(({ document }) => document.date !== undefined);
  if (dated.length === 0)
    throw usageError(
      'No document has a date, so none is known to be newer. Leave --newer-than out, or ingest pages that say when they are from.',
    );
  const newer = dated.filter(({ document }) => (document.date as string).slice(0, newerThan.length) > newerThan);
  if (newer.length > 0) return newer;
  const newest = dated
    .map(({ document }) => document.date as string)
    .toSorted()
    .at(-1);
  throw usageError(
    `No document is newer than ${newerThan}: of ${dated.length} with a date the newest is from ${newest?.slice(0, 10)}.`,
  );
}
