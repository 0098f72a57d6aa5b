/**
 * Opens an embedded index: a folder that many processes may read and one may write, or memory. Writing takes the lock
 * on first use.
 */
import { usageError } from '../../core/errors.js';
import { diskFiles, type Files, memoryFiles } from './files.js';
import { FORMAT_VERSION, type Manifest, REBUILD } from './manifest.js';
import { searchSnapshot } from './search.js';
import { liveDocuments, livePassages } from './segment.js';
import { openSnapshots, type Snapshots } from './snapshot.js';
import type { Index, IndexDescription, IndexHit } from './types.js';
import { createWriter, type Writer } from './writer.js';

export type IndexOptions = {
  /** A folder, or nothing for an index in memory. */
  readonly directory?: string;
  /** Other storage with the behaviour of files, for tests. */
  readonly files?: Files;
  /** Language of the passages as a BCP 47 tag; fixed when the index is made. */
  readonly language?: string;
  /** How much a word in the title counts; fixed when the index is made. */
  readonly titleWeight?: number;
  /** Postings kept in memory. */
  readonly cacheBytes?: number;
  /** Additions held in memory before they are written to a segment. */
  readonly flushBytes?: number;
  /** Of the index whose place it is to take: neither a commit nor a segment is numbered as one of its. */
  readonly after?: Pick<Manifest, 'generation' | 'nextSegment'>;
};

/** Better than 1 on SciFact, HotpotQA and MuSiQue (docs/decisions). */
export const DEFAULT_TITLE_WEIGHT = 2;
const DEFAULT_CACHE_BYTES = 64 << 20;
const DEFAULT_FLUSH_BYTES = 128 << 20;

function emptyManifest({ language = 'en', titleWeight = DEFAULT_TITLE_WEIGHT, after }: IndexOptions): Manifest {
  return {
    format: 'winnow-index',
    version: FORMAT_VERSION,
    generation: after?.generation ?? 0,
    nextSegment: after?.nextSegment ?? 0,
    language,
    titleWeight,
    dimensions: null,
    segments: [],
    notes: {},
  };
}

function checkFixed({ language, titleWeight }: IndexOptions, manifest: Manifest): void {
  const differs = (given: unknown, kept: unknown): boolean => given !== undefined && given !== kept;
  if (differs(language, manifest.language) || differs(titleWeight, manifest.titleWeight)) {
    const made = `language ${manifest.language} and title weight ${manifest.titleWeight}`;
    throw usageError(`This index was made with ${made}, and both are fixed. Leave the settings out. ${REBUILD}`);
  }
}

function describe(snapshots: Snapshots): IndexDescription {
  const { manifest, segments } = snapshots.current();
  const sum = (count: (info: Manifest['segments'][number]) => number): number =>
    manifest.segments.reduce((total, info) => total + count(info), 0);
  return {
    passages: sum(({ passages, deleted }) => passages - deleted),
    documents: sum(({ documents }) => documents),
    vectors: sum(({ vectors }) => vectors),
    dimensions: manifest.dimensions,
    segments: manifest.segments.length,
    bytes: segments.reduce((total, { bytes }) => total + bytes, 0),
    language: manifest.language,
    titleWeight: manifest.titleWeight,
    generation: manifest.generation,
    notes: manifest.notes,
  };
}

function lookUp(snapshots: Snapshots, key: { document?: string; passage?: string }): IndexHit[] {
  return snapshots
    .current()
    .segments.flatMap((segment) =>
      livePassages(segment, key).map((passage) => ({ ...segment.stored(passage), score: 0 })),
    );
}

/** Runs one write after the other, also when the one before failed. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

export function openIndex(options: IndexOptions = {}): Index {
  const { directory, cacheBytes = DEFAULT_CACHE_BYTES, flushBytes = DEFAULT_FLUSH_BYTES } = options;
  const files = options.files ?? (directory === undefined ? memoryFiles() : diskFiles(directory));
  const location = directory ?? 'the index in memory';
  const snapshots = openSnapshots({ files, location, cacheBytes, empty: emptyManifest(options) });
  checkFixed(options, snapshots.current().manifest);
  const turn = inTurn();
  let opened: Writer | undefined;
  const write = <T>(work: (writer: Writer) => Promise<T>): Promise<T> =>
    turn(() => {
      opened ??= createWriter({ files, snapshots, location, flushBytes });
      return work(opened);
    });
  return {
    add: (entries) => write((writer) => writer.add(entries)),
    remove: (documentId) => write((writer) => writer.remove(documentId)),
    replace: (documentId, entries) => write((writer) => writer.replace(documentId, entries)),
    commit: (notes) => write((writer) => writer.commit(notes)),
    compact: () => write((writer) => writer.compact()),
    search: async (request) => searchSnapshot(snapshots.current(), request),
    passagesOf: async (documentId) => lookUp(snapshots, { document: documentId }),
    passage: async (passageId) => lookUp(snapshots, { passage: passageId })[0],
    documents: async () =>
      [
        ...new Set(snapshots.current().segments.flatMap((segment) => [...liveDocuments(segment, segment.deleted)])),
      ].sort(),
    refresh: async () => snapshots.refresh(),
    describe: () => describe(snapshots),
    close: () =>
      turn(async () => {
        opened?.close();
        opened = undefined;
        snapshots.close();
      }),
  };
}
