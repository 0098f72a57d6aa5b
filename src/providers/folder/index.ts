/**
 * A folder of pages as a small web of its own: a search engine that gives url, title and preview, and a fetcher for the pages,
 * through the same ports as the real ones. Pages are parsed once per process; vectors come from the embedder's cache.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Document, Hit, LeftOut } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import { readFileLater } from '../../core/files.js';
import type { CallOptions, Embedder, Fetcher, SearchEngine } from '../../core/ports.js';
import { contextualText } from '../../text/contextual.js';
import { type LexicalPool, lexicalPool } from '../../text/lexical.js';
import { dot } from '../../text/vectors.js';
import { documentLimits } from '../parse/index.js';
import { type Listing, listPages } from './files.js';
import { readRecords } from './records.js';

export type ParseFile = (
  input: { readonly bytes: Uint8Array; readonly url: string; readonly id?: string },
  options: { readonly signal: AbortSignal },
) => Promise<Document>;

export type FolderOptions = {
  readonly folder: string;
  readonly parse: ParseFile;
  readonly embedder?: Embedder;
  readonly onProgress?: (done: number, total: number, what: string) => void;
  readonly signal: AbortSignal;
};

export type FolderWeb = {
  readonly search: SearchEngine;
  readonly fetcher: Fetcher;
  readonly documents: readonly Document[];
  /** Files that could not be read, and why. */
  readonly unread: readonly LeftOut[];
};

type Entry = { readonly document: Document; readonly text: string; readonly preview: string };

export async function openFolder(options: FolderOptions): Promise<FolderWeb> {
  const { documents, unread } = await readDocuments(options);
  const entries = documents.flatMap(entriesOf);
  const vectors = await embedAll(entries, options);
  const pool = lexicalPool(entries.map(({ text }) => text));
  const byUrl = new Map(documents.map((document) => [document.url, document]));
  return {
    documents,
    unread,
    search: { name: 'folder', search: (query, call) => searchEntries(query, { entries, vectors, pool, ...options }, call) },
    fetcher: {
      name: 'folder',
      fetch: async (url) => {
        const document = byUrl.get(url);
        if (document) return document;
        throw new WinnowError('unavailable', `The folder has no page ${url}.`);
      },
    },
  };
}

async function readDocuments(options: FolderOptions): Promise<Pick<FolderWeb, 'documents' | 'unread'>> {
  const records = join(options.folder, 'corpus.jsonl');
  if (/\.(?:jsonl|ndjson)$/i.test(options.folder)) return { documents: readRecords(options.folder), unread: [] };
  return existsSync(records) ? { documents: readRecords(records), unread: [] } : parseAll(listPages(options.folder), options);
}

async function parseAll({ pages, skipped }: Listing, { parse, onProgress, signal }: FolderOptions) {
  const [documents, unread]: [Document[], LeftOut[]] = [[], [...skipped]];
  for (const [at, { file, url }] of pages.entries()) {
    signal.throwIfAborted();
    try {
      const document = await parse({ bytes: await readFileLater(file, documentLimits), url }, { signal });
      if (document.text === '') unread.push({ what: file, why: 'it holds no text', characters: 0 });
      else documents.push(document);
    } catch (error) {
      signal.throwIfAborted();
      unread.push({ what: file, why: messageOf(error), characters: 0 });
    }
    onProgress?.(at + 1, pages.length, 'pages read');
  }
  return { documents, unread };
}

function entriesOf(document: Document): Entry[] {
  const sections = document.sections.map(({ headings, text }) => ({
    document,
    text: contextualText(document.title, headings, text),
    preview: text.slice(0, PREVIEW_CHARACTERS),
  }));
  return sections.length > 0 ? sections : [{ document, text: document.title, preview: document.description ?? '' }];
}

/** Vectors are computed in small groups, so that progress shows and a stop is felt. */
const GROUP = 16;

async function embedAll(entries: readonly Entry[], { embedder, onProgress, signal }: FolderOptions): Promise<Float32Array[] | undefined> {
  if (!embedder) return undefined;
  const vectors: Float32Array[] = [];
  for (let from = 0; from < entries.length; from += GROUP) {
    signal.throwIfAborted();
    vectors.push(
      ...(await embedder.embed(
        entries.slice(from, from + GROUP).map(({ text }) => text),
        { signal, keep: true },
      )),
    );
    onProgress?.(vectors.length, entries.length, 'sections embedded');
  }
  return vectors;
}

/** About what search engines show. */
const PREVIEW_CHARACTERS = 300;

type Searchable = {
  readonly entries: readonly Entry[];
  readonly vectors: readonly Float32Array[] | undefined;
  readonly pool: LexicalPool;
  readonly embedder?: Embedder;
};

async function searchEntries(
  query: string,
  { entries, vectors, pool, embedder }: Searchable,
  { limit, signal }: CallOptions & { limit: number },
): Promise<Hit[]> {
  const lexical = pool.score(query);
  const [asked] = embedder && vectors ? await embedder.embed([query], { signal }) : [];
  const highest = lexical.reduce((most, score) => Math.max(most, score), 0) || 1;
  const scored = entries.map((entry, at) => ({
    entry,
    score: (lexical[at] as number) / highest + (asked ? dot(asked, vectors?.[at] as Float32Array) : 0),
  }));
  scored.sort((a, b) => b.score - a.score);
  const hits = new Map<string, Hit>();
  for (const { entry, score } of scored) {
    if (hits.size >= limit || score <= 0) break;
    if (!hits.has(entry.document.url)) hits.set(entry.document.url, hitOf(entry));
  }
  return [...hits.values()];
}

function hitOf({ document, preview }: Entry): Hit {
  const { url, title, date } = document;
  return { url, title, snippet: preview.replace(/\s+/g, ' ').trim(), ...(date !== undefined && { date }) };
}
