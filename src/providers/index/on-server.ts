/**
 * An index on a server through the contract of every index. Changes wait in memory until a commit sends them, one write
 * goes after the other, and the two lists of a search are joined by us; how passages are stored and found is the
 * server's part.
 */
import { usageError } from '../../core/errors.js';
import { createChanges, type DocumentChange } from './changes.js';
import { type Lists, searchLists } from './joined.js';
import { DEFAULT_TITLE_WEIGHT } from './open.js';
import type { Index, IndexDescription, IndexHit } from './types.js';

/** What is known of a corpus besides its passages. Each kind of server adds where they are. */
export type ServerBuild = {
  readonly format: number;
  readonly generation: number;
  readonly notes: Readonly<Record<string, unknown>>;
  readonly dimensions: number | null;
  readonly passages: number;
  readonly documents: number;
  readonly vectors: number;
  readonly bytes: number;
  readonly language: string;
  readonly titleWeight: number;
};

/** The index that is searched, or the one that is being built to take its place. */
export type Part = 'current' | 'next';

export type Commit = {
  readonly changes: readonly DocumentChange[];
  /** The size of all vectors, old and new; nothing where there are none. */
  readonly dimensions: number | null;
  readonly notes?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * One corpus on a server. Searches are asked for only where there is a build, and by meaning only where there are
 * vectors.
 */
export type ServerPart = Lists & {
  /** As it was last read; nothing where nothing was committed yet. */
  readonly build: () => ServerBuild | undefined;
  /** Changes with every commit, whoever made it. */
  readonly version: () => string;
  readonly reload: () => Promise<void>;
  /** All of it is safe and seen when this resolves; the writer's lock is held from now on. */
  readonly commit: (commit: Commit) => Promise<void>;
  readonly compact: () => Promise<void>;
  /** Anything at all of a document, also what a crash left of it. */
  readonly holds: (document: string) => Promise<boolean>;
  readonly passagesOf: (document: string) => Promise<IndexHit[]>;
  readonly passage: (id: string) => Promise<IndexHit | undefined>;
  readonly documents: () => Promise<string[]>;
  /** Gives up the writer's lock, where it is held. */
  readonly unlock: () => Promise<void>;
};

const LANGUAGE = 'en';

export function indexOnServer(server: ServerPart): Index {
  const dimensions = () => server.build()?.dimensions ?? null;
  const ifAny = async <T>(read: () => Promise<T[]>): Promise<T[]> => (server.build() ? read() : []);
  let changes = createChanges(dimensions());
  let busy: Promise<unknown> = Promise.resolve();
  /** One write after the other, also when the one before failed. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = busy.then(work, work);
    busy = next.catch(() => undefined);
    return next;
  };
  const commit = async (notes?: Commit['notes']): Promise<void> => {
    const wanted = changes.dimensions();
    await server.commit({ changes: changes.all(), dimensions: wanted, notes });
    changes = createChanges(wanted);
  };
  const lists: Lists = {
    sparse: server.sparse,
    dense: async (...asked) => (dimensions() === null ? [] : server.dense(...asked)),
  };

  return {
    add: async (entries) => changes.add(entries),
    remove: (document) =>
      inTurn(async () => {
        const change = changes.of(document);
        const isCommitted = !change?.isCleared && server.build() !== undefined && (await server.holds(document));
        const isThere = isCommitted || (change?.entries.length ?? 0) > 0;
        if (isThere) changes.clear(document);
        return isThere;
      }),
    replace: async (document, entries) => changes.replace(document, entries),
    commit: (notes) => inTurn(() => commit(notes)),
    compact: () =>
      inTurn(async () => {
        await commit();
        await server.compact();
      }),
    search: (request) => ifAny(() => searchLists(lists, request, dimensions())),
    passagesOf: (document) => ifAny(() => server.passagesOf(document)),
    passage: async (id) => (server.build() ? server.passage(id) : undefined),
    documents: () => ifAny(server.documents),
    refresh: async () => {
      const before = server.version();
      await server.reload();
      return server.version() !== before;
    },
    describe: () => describe(server.build()),
    close: () =>
      inTurn(async () => {
        changes = createChanges(dimensions());
        await server.unlock();
      }),
  };
}

export const emptyBuild = (format: number): ServerBuild => ({
  format,
  generation: 0,
  notes: {},
  dimensions: null,
  passages: 0,
  documents: 0,
  vectors: 0,
  bytes: 0,
  language: LANGUAGE,
  titleWeight: DEFAULT_TITLE_WEIGHT,
});

function describe(build: ServerBuild | undefined): IndexDescription {
  const { format: _, ...known } = build ?? emptyBuild(0);
  const { passages, documents, vectors, dimensions, bytes, language, titleWeight, generation, notes } = known;
  return {
    passages,
    documents,
    vectors,
    dimensions,
    segments: build ? 1 : 0,
    bytes,
    language,
    titleWeight,
    generation,
    notes,
  };
}

/** The build, unless it is of another version of Winnow. */
export function checkedFormat<T extends ServerBuild>(
  build: T | undefined,
  { name, format }: { name: string; format: number },
): T | undefined {
  if (!build || build.format === format) return build;
  throw usageError(
    `The corpus "${name}" was written in format ${build.format}, but this version of Winnow writes ${format}. Build it again from its sources: winnow ingest <sources> --corpus ${name} --rebuild.`,
  );
}
