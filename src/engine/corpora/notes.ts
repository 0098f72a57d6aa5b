/** What a corpus remembers of itself with every commit. */
import { z } from 'zod';
import type { Document } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import type { IndexDescription } from '../../providers/index/types.js';
import { detectLanguage } from '../../text/page/language.js';
import { CHUNKINGS, type Chunking } from './chunk.js';

const notesSchema = z.object({
  /** Name of the embedder its vectors come from; `null` for a corpus of words alone. */
  embedder: z.string().nullable(),
  /** Every way in which documents of this corpus were cut. */
  chunkings: z.array(z.enum(CHUNKINGS)),
  changedAt: z.string(),
  /** How many documents were read in each language, by its two-letter tag. */
  languages: z.record(z.string(), z.number()).default({}),
});

export type CorpusNotes = z.infer<typeof notesSchema>;

/** Nothing for a corpus that was never committed. */
export function notesOf({ notes, passages }: IndexDescription, name: string): CorpusNotes | undefined {
  if (passages === 0 && Object.keys(notes).length === 0) return undefined;
  const parsed = notesSchema.safeParse(notes);
  if (parsed.success) return parsed.data;
  throw new WinnowError(
    'usage',
    `The corpus "${name}" does not say how it was made. Build it again: winnow ingest <sources> --corpus ${name} --rebuild.`,
  );
}

/** How many passages have their vector, and how many are to get one. */
export function vectorCounts(
  { passages, vectors }: IndexDescription,
  { embedder }: Pick<CorpusNotes, 'embedder'>,
): { vectors: number; withoutVector: number } {
  return { vectors, withoutVector: embedder === null ? 0 : Math.max(0, passages - vectors) };
}

/** Words of other languages are searched as they stand. */
const STEMMED = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** The language to stem a document by, where it is known and has a stemmer. */
export function languageOf({ language, text }: Document): string | undefined {
  const tag = (language ?? detectLanguage(text))?.slice(0, 2).toLowerCase();
  return STEMMED.find((known) => known === tag);
}

export function withLanguage(languages: CorpusNotes['languages'], used = 'en'): CorpusNotes['languages'] {
  return { ...languages, [used]: (languages[used] ?? 0) + 1 };
}

/** A language that fewer documents have may be a mistake about them; it counts only for questions that are in it. */
const SMALLEST_SHARE = 0.1;

/** The languages that the words of a question are looked up in. */
export function languagesFor(question: string, { languages }: CorpusNotes): string[] {
  const total = Object.values(languages).reduce((sum, count) => sum + count, 0);
  const asked = detectLanguage(question);
  return Object.keys(languages).filter((tag) => tag === asked || (languages[tag] ?? 0) >= total * SMALLEST_SHARE);
}

export function withChunking(chunkings: readonly Chunking[], used: Chunking): Chunking[] {
  return CHUNKINGS.filter((chunking) => chunking === used || chunkings.includes(chunking));
}
