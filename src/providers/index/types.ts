/**
 * What every index offers, embedded or on a server, and what goes in and out. Embeddings are computed elsewhere and
 * arrive as vectors.
 */
import type { Passage, Scored } from '../../core/data.js';
import type { Fuse } from '../../text/fuse.js';
import type { QueryNode } from '../../text/lucene.js';

export type MetadataValue = string | number | boolean;
export type Metadata = Readonly<Record<string, MetadataValue>>;

/**
 * Metadata of a passage whose vector comes later. In a hybrid search its place by words stands for the one by meaning.
 */
export const PENDING_VECTOR = { vector: 'pending' } as const;

/** A passage as it is added. All passages of a document share `passage.source.id`. */
export type IndexEntry = {
  readonly passage: Passage;
  readonly vector?: Float32Array;
  readonly metadata?: Metadata;
  /** Whose words are stemmed; the index's own where left out. */
  readonly language?: string | undefined;
};

/**
 * One condition per field, all of which must hold. `document`, `url` and `date` can be asked for without being given as
 * metadata.
 */
export type Filter = Readonly<
  Record<
    string,
    | MetadataValue
    | { readonly oneOf: readonly MetadataValue[] }
    | { readonly from?: MetadataValue; readonly to?: MetadataValue }
  >
>;

export type SearchMode = 'sparse' | 'dense' | 'hybrid';

export type SearchRequest = {
  /** Plain words; `node` wins where both are given. */
  readonly text?: string;
  readonly node?: QueryNode;
  readonly vector?: Float32Array;
  readonly mode: SearchMode;
  /**
   * Languages of the passages: plain words are looked for as each of them stems them. The index's own where left out.
   */
  readonly languages?: readonly string[] | undefined;
  /** How hybrid lists are joined: reciprocal rank fusion where left out. */
  readonly fusion?: Fuse;
  readonly k: number;
  readonly filter?: Filter;
  readonly k1?: number;
  readonly b?: number;
  /** Fetched from each list before fusion. */
  readonly depth?: number;
  readonly explain?: boolean;
};

/** Why a hit has its score: a number, what it is, and what it is made of. */
export type Explanation = { readonly value: number; readonly what: string; readonly parts?: readonly Explanation[] };

export type IndexHit = Scored<Passage> & { readonly metadata?: Metadata; readonly explanation?: Explanation };

export type IndexDescription = {
  readonly passages: number;
  readonly documents: number;
  readonly vectors: number;
  readonly dimensions: number | null;
  readonly segments: number;
  readonly bytes: number;
  readonly language: string;
  readonly titleWeight: number;
  readonly generation: number;
  /** What the caller stored with the last commit. */
  readonly notes: Readonly<Record<string, unknown>>;
};

export type Index = {
  /** Adds passages; they are found, and safe from a crash, after `commit`. */
  add(entries: readonly IndexEntry[]): Promise<void>;
  /** Removes all passages of a document. True where there were any. */
  remove(documentId: string): Promise<boolean>;
  /** Removes the document's passages and adds these, in one commit. */
  replace(documentId: string, entries: readonly IndexEntry[]): Promise<void>;
  /** Makes everything since the last commit durable and visible, all or nothing. `notes` are kept for `describe`. */
  commit(notes?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Merges everything into one segment: the fastest form for a corpus that no longer changes. */
  compact(): Promise<void>;
  search(request: SearchRequest): Promise<IndexHit[]>;
  /** The committed passages of a document, in the order they were added. */
  passagesOf(documentId: string): Promise<IndexHit[]>;
  passage(passageId: string): Promise<IndexHit | undefined>;
  /** Ids of all committed documents, in the order of their letters. */
  documents(): Promise<string[]>;
  /** Takes up commits of other processes. True where there was one. */
  refresh(): Promise<boolean>;
  describe(): IndexDescription;
  /** Gives up the writer's lock and closes files; what was not committed is dropped. */
  close(): Promise<void>;
};

/** An empty index beside one of the same name, which is searched until the new one takes its place. */
export type Rebuild = {
  readonly index: Index;
  /** Puts the new index in the place of the old one, in one step for whoever searches, and closes it. */
  readonly finish: () => Promise<void>;
};

/**
 * All indexes that are kept in one place, by name. test/support/index-contract.ts holds every kind to the same
 * behaviour.
 */
export type Indexes = {
  /** In the order of their letters. */
  names(): Promise<string[]>;
  /** Changes with every commit, whoever made it; nothing where there is no such index. */
  version(name: string): Promise<string | undefined>;
  /** Made with the first commit where it is not there. */
  open(name: string): Promise<Index>;
  /** Goes on with a rebuild that was not finished. */
  rebuild(name: string): Promise<Rebuild>;
  /** Deletes everything of an index, unless someone is writing it. */
  remove(name: string): Promise<void>;
};
