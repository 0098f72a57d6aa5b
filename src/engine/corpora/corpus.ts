/**
 * A corpus that is open for reading: search by words, by meaning or both, and documents rebuilt from their passages.
 */
import type { Document, Section } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import type { Embedder, Reranker } from '../../core/ports.js';
import type { Index, IndexDescription, IndexHit, SearchMode } from '../../providers/index/types.js';
import { withReranker } from '../../text/fuse.js';
import { embeddedText } from './chunk.js';
import { preferNamed } from './named.js';
import { type CorpusNotes, languagesFor, notesOf } from './notes.js';
import { openExisting, type Place } from './places.js';
import { type ParsedQuery, parseQuery, type Syntax } from './query.js';
import { DEFAULT_FUSION, type Fusion, fuseNamed, RERANKED } from './retrieval.js';

export type CorpusSearch = {
  readonly query: string;
  /** Both where the corpus has vectors and an embedder is there; else words. Lucene syntax is for words. */
  readonly mode?: SearchMode | undefined;
  readonly syntax?: Syntax | undefined;
  readonly k?: number | undefined;
  /** The best passages, or the best passage of each document. */
  readonly by?: 'doc' | 'passage' | undefined;
  readonly fusion?: Fusion | undefined;
  readonly rerank?: boolean | undefined;
  readonly explain?: boolean | undefined;
  readonly signal: AbortSignal;
};

export type CorpusHits = { readonly hits: readonly IndexHit[]; readonly query: ParsedQuery; readonly mode: SearchMode };

export type Corpus = {
  readonly name: string;
  readonly notes: CorpusNotes;
  describe(): IndexDescription;
  search(search: CorpusSearch): Promise<CorpusHits>;
  document(id: string): Promise<Document | undefined>;
  /** Ids of all documents, in the order of their letters. */
  documents(): Promise<readonly string[]>;
  /** How a document was cut. */
  passages(id: string): Promise<readonly IndexHit[]>;
  /** The id of a document with this URL. */
  idOf(url: string): Promise<string | undefined>;
  refresh(): Promise<boolean>;
  close(): Promise<void>;
};

export type CorpusParts = { readonly embedder?: Embedder | undefined; readonly reranker?: Reranker | undefined };

export async function openCorpus(place: Place, parts: CorpusParts = {}): Promise<Corpus> {
  return corpusOf({ name: place.name, index: await openExisting(place) }, parts);
}

/** A corpus over an index that was committed with notes. */
export function corpusOf(
  { name, index }: { readonly name: string; readonly index: Index },
  parts: CorpusParts = {},
): Corpus {
  const notes = notesOf(index.describe(), name) as CorpusNotes;
  return {
    name,
    notes,
    describe: () => index.describe(),
    search: (search) => searchIndex({ index, name, notes, ...parts }, search),
    document: async (id) => documentOf(await index.passagesOf(id)),
    documents: () => index.documents(),
    passages: (id) => index.passagesOf(id),
    idOf: async (url) =>
      (await index.search({ node: { type: 'all' }, mode: 'sparse', k: 1, filter: { url } }))[0]?.source.id,
    refresh: () => index.refresh(),
    close: () => index.close(),
  };
}

type IndexContext = CorpusParts & { readonly index: Index; readonly name: string; readonly notes: CorpusNotes };

/** Deep enough for a top ten of documents in most corpora; doubled while there are too few. */
const CANDIDATES = 100;
/** Times as many as asked for are looked at for one whose heading the question names. */
const LOOKED_AT = 5;

async function searchIndex(parts: IndexContext, search: CorpusSearch): Promise<CorpusHits> {
  const { k = 10, syntax = 'plain' } = search;
  const query = parseQuery(search.query, syntax);
  const mode = search.mode ?? defaultMode(parts, syntax);
  const vector = mode === 'sparse' ? undefined : await vectorOf(query.text, parts, search);
  let candidates = Math.max(CANDIDATES, k);
  for (;;) {
    const found = await candidatesOf({ ...parts, query, mode, vector, candidates }, search);
    const hits = search.by === 'doc' ? bestOfDocuments(found.kept) : found.kept;
    if (hits.length >= k || found.isAll) {
      const ranked = search.rerank ? await rerank(hits, parts, search) : hits;
      return { hits: ranked.slice(0, k), query, mode };
    }
    candidates *= 4;
  }
}

function defaultMode({ notes, embedder }: IndexContext, syntax: Syntax): SearchMode {
  return notes.embedder !== null && embedder && syntax === 'plain' ? 'hybrid' : 'sparse';
}

async function vectorOf(
  text: string,
  { name, notes, embedder }: IndexContext,
  { signal }: CorpusSearch,
): Promise<Float32Array | undefined> {
  if (notes.embedder === null)
    throw new WinnowError(
      'usage',
      `The corpus "${name}" was made without vectors. Search with mode sparse, or build it again without --embed off: winnow ingest <sources> --corpus ${name} --rebuild.`,
    );
  if (!embedder)
    throw new WinnowError(
      'usage',
      `Searching by meaning needs an embedder. Use mode sparse, or switch local.embedder on.`,
    );
  if (embedder.name !== notes.embedder)
    throw new WinnowError(
      'usage',
      `The corpus "${name}" has vectors of ${notes.embedder}, but the configured embedder is ${embedder.name}. Configure that one, use mode sparse, or build it again: winnow ingest <sources> --corpus ${name} --rebuild.`,
    );
  return (await embedder.embed([text], { signal }))[0];
}

type Candidates = IndexContext & {
  readonly query: ParsedQuery;
  readonly mode: SearchMode;
  readonly vector: Float32Array | undefined;
  readonly candidates: number;
};

async function candidatesOf(
  { index, notes, query, mode, vector, candidates }: Candidates,
  { k = 10, by, rerank: isReranked = false, fusion = DEFAULT_FUSION, explain = false }: CorpusSearch,
): Promise<{ kept: IndexHit[]; isAll: boolean }> {
  const languages = languagesFor(query.text, notes);
  // Every hit is read from disk: no more than needed where none may be left out.
  const wanted = by === 'doc' || isReranked || query.demands ? candidates : Math.min(candidates, k * LOOKED_AT);
  const ranked = await index.search({
    ...(query.node ? { node: query.node } : { text: query.text }),
    ...(vector && { vector }),
    mode,
    k: wanted,
    depth: candidates,
    languages,
    fusion: fuseNamed(fusion),
    explain,
  });
  const isAll = ranked.length < wanted;
  const found = query.node ? ranked : preferNamed(ranked, query.text, languages);
  if (mode === 'sparse' || !query.demands) return { kept: found, isAll };
  return { kept: await keepMatching(found, { index, demands: query.demands }), isAll };
}

/** Search by meaning knows nothing of +required and -excluded: its hits are held against the words. */
async function keepMatching(
  hits: readonly IndexHit[],
  { index, demands }: { index: Index; demands: NonNullable<ParsedQuery['demands']> },
): Promise<IndexHit[]> {
  const documents = [...new Set(hits.map(({ source }) => source.id))];
  const most = index.describe().passages;
  const allowed = await index.search({
    node: demands,
    mode: 'sparse',
    k: most,
    filter: { document: { oneOf: documents } },
  });
  const ids = new Set(allowed.map(({ id }) => id));
  return hits.filter(({ id }) => ids.has(id));
}

function bestOfDocuments(hits: readonly IndexHit[]): IndexHit[] {
  const best = new Map<string, IndexHit>();
  for (const hit of hits) if (!best.has(hit.source.id)) best.set(hit.source.id, hit);
  return [...best.values()];
}

async function rerank(
  hits: readonly IndexHit[],
  { reranker }: CorpusParts,
  { query, signal }: CorpusSearch,
): Promise<readonly IndexHit[]> {
  if (!reranker) throw new WinnowError('usage', 'There is no reranker. Leave rerank out, or switch local.reranker on.');
  const scores = await reranker.score(query, hits.slice(0, RERANKED).map(embeddedText), { signal });
  const explained = hits.map((hit, at): IndexHit => {
    const score = scores[at];
    if (!hit.explanation || score === undefined) return hit;
    return {
      ...hit,
      explanation: { value: score, what: 'reranker, joined as z-scores with', parts: [hit.explanation] },
    };
  });
  return withReranker(explained, scores);
}

/** Passages in place; what lies between them was not kept and is blank, so that every offset stays true. */
function documentOf(hits: readonly IndexHit[]): Document | undefined {
  const [first] = hits;
  if (!first) return undefined;
  const sections: Section[] = [];
  let text = '';
  for (const hit of hits.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    if (hit.end <= text.length) continue;
    const gap = hit.start - text.length;
    if (gap > 0) text += '\n'.repeat(gap);
    // Windows overlap: what the one before has said is not said again.
    const start = Math.max(hit.start, text.length);
    const own = hit.text.slice(start - hit.start);
    text += own;
    const { headings, location } = hit;
    sections.push({ headings, text: own, start, end: text.length, ...(location !== undefined && { location }) });
  }
  return { ...first.source, text, sections };
}
