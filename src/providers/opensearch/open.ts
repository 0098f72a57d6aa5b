/** One corpus in the cluster through the contract of an index: read through its alias, written by whoever holds its lease. */
import { randomBytes } from 'node:crypto';
import { WinnowError } from '../../core/errors.js';
import { createChanges } from '../index/changes.js';
import { searchLists } from '../index/joined.js';
import { DEFAULT_TITLE_WEIGHT } from '../index/open.js';
import type { Index, IndexDescription, IndexHit } from '../index/types.js';
import type { Cluster } from './client.js';
import { FORMAT, indexBody } from './mapping.js';
import { type Build, LEASE_MS, leased, type Records } from './records.js';
import { documentIds, type OrderedHit, passagesWhere, type SearchTarget, searchMeaning, searchWords } from './search.js';
import { countAll, writeChanges } from './writer.js';

/** The index that is searched, or the one that is being built to take its place. */
export type Part = 'current' | 'next';

export type OpenOptions = {
  readonly cluster: Cluster;
  readonly records: Records;
  readonly name: string;
  readonly alias: string;
  readonly part: Part;
  readonly factor: number;
};

export async function openClusterIndex({ cluster, records, name, alias, part, factor }: OpenOptions): Promise<Index> {
  const lease = { holder: randomBytes(8).toString('hex'), who: cluster.self };
  const known = new Set<string>();
  let { corpus } = await records.read(name);
  let [renewing, busy]: [NodeJS.Timeout | undefined, Promise<unknown>] = [undefined, Promise.resolve()];
  const build = (): Build | undefined => corpus[part];
  checkFormat(build(), name);
  let changes = createChanges(build()?.dimensions ?? null);

  const searched = (): SearchTarget => {
    const { index = '', language = LANGUAGE } = build() ?? {};
    return { cluster, index: part === 'current' ? alias : index, language, factor, known, shards: cluster.settings.shards };
  };
  const unlessEmpty = async <T>(search: (searched: SearchTarget) => Promise<T[]>): Promise<T[]> => (build() ? search(searched()) : []);

  const take = async (): Promise<Build> => {
    corpus = await records.change(name, (there) => leased(there, lease));
    renewing ??= setInterval(() => void records.change(name, (there) => leased(there, lease)).catch(() => undefined), LEASE_MS / 3).unref();
    const there = build();
    if (there) return there;
    const made = await makeIndex(cluster, alias, part === 'current');
    corpus = await records.change(name, (known) => ({ ...leased(known, lease), [part]: known[part] ?? made }));
    return made;
  };
  /** One write after the other, also when the one before failed. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = busy.then(work, work);
    busy = next.catch(() => undefined);
    return next;
  };
  const commit = async (notes?: Readonly<Record<string, unknown>>): Promise<void> => {
    const there = await take();
    const dimensions = changes.dimensions();
    if (changes.all().length > 0) await writeChanges({ cluster, build: there }, changes.all(), dimensions);
    const counts = await countAll({ cluster, build: there });
    const committed = { ...there, ...counts, dimensions, generation: there.generation + 1, notes: notes ?? there.notes };
    corpus = await records.change(name, (known) => ({ ...leased(known, lease), [part]: committed }));
    changes = createChanges(dimensions);
  };

  return {
    add: async (entries) => changes.add(entries),
    remove: (document) => inTurn(() => removeFrom(document)),
    replace: async (document, entries) => changes.replace(document, entries),
    commit: (notes) => inTurn(() => commit(notes)),
    compact: () =>
      inTurn(async () => {
        await commit();
        const query = { max_num_segments: 1, wait_for_completion: true };
        await cluster.call({ method: 'POST', path: `/${build()?.index}/_forcemerge`, query });
      }),
    search: (request) =>
      unlessEmpty((there) =>
        searchLists(
          {
            sparse: (asked, k) => searchWords(there, asked, k),
            dense: async (vector, asked, k) => (build()?.dimensions == null ? [] : searchMeaning(there, { vector, request: asked, k })),
          },
          request,
          build()?.dimensions ?? null,
        ),
      ),
    passagesOf: (document) => unlessEmpty(async (there) => wholeOnly(await passagesWhere(there, { document }))),
    passage: async (id) => (await unlessEmpty((there) => passagesWhere(there, { id })))[0]?.hit,
    documents: () => unlessEmpty(documentIds),
    refresh: async () => {
      const before = corpus[part];
      ({ corpus } = await records.read(name));
      checkFormat(build(), name);
      known.clear();
      return before?.index !== build()?.index || before?.generation !== build()?.generation;
    },
    describe: () => describe(build()),
    close: () =>
      inTurn(async () => {
        if (renewing === undefined) return;
        clearInterval(renewing);
        renewing = undefined;
        changes = createChanges(build()?.dimensions ?? null);
        await records.change(name, ({ writer, ...there }) => (writer && writer.holder !== lease.holder ? { ...there, writer } : there));
      }),
  };

  async function removeFrom(document: string): Promise<boolean> {
    const change = changes.of(document);
    const isCommitted = change?.isCleared ? false : (await unlessEmpty((there) => passagesWhere(there, { document }))).length > 0;
    const isThere = isCommitted || (change?.entries.length ?? 0) > 0;
    if (isThere) changes.clear(document);
    return isThere;
  }
}

const LANGUAGE = 'en';

function checkFormat(build: Build | undefined, name: string): void {
  if (!build || build.format === FORMAT) return;
  throw new WinnowError(
    'usage',
    `The corpus "${name}" was written in format ${build.format}, but this version of Winnow writes ${FORMAT}. Build it again from its sources: winnow ingest <sources> --corpus ${name} --rebuild.`,
  );
}

/** Passages of a document whose first one is missing were left by a write that never ended: the document is not there. */
const wholeOnly = (placed: readonly OrderedHit[]): IndexHit[] => (placed[0]?.order === 0 ? placed.map(({ hit }) => hit) : []);

async function makeIndex(cluster: Cluster, alias: string, isSearched: boolean): Promise<Build> {
  const index = `${alias}-${randomBytes(4).toString('hex')}`;
  await cluster.call({
    method: 'PUT',
    path: `/${index}`,
    body: { ...indexBody(cluster.settings), ...(isSearched && { aliases: { [alias]: {} } }) },
    query: { wait_for_active_shards: 1 },
  });
  const nothing = { generation: 0, notes: {}, dimensions: null, passages: 0, documents: 0, vectors: 0, bytes: 0 };
  return { index, format: FORMAT, ...nothing, language: LANGUAGE, titleWeight: DEFAULT_TITLE_WEIGHT };
}

/** From one moment to the next, searches through the alias go to this index and no other. */
export async function pointAt({ cluster, alias }: { readonly cluster: Cluster; readonly alias: string }, index: string): Promise<void> {
  const actions = [{ remove: { index: `${alias}-*`, alias, must_exist: false } }, { add: { index, alias } }];
  await cluster.call({ method: 'POST', path: '/_aliases', body: { actions } });
}

function describe(build: Build | undefined): IndexDescription {
  const { passages = 0, documents = 0, vectors = 0, dimensions = null, bytes = 0, generation = 0, notes = {} } = build ?? {};
  const { language = LANGUAGE, titleWeight = DEFAULT_TITLE_WEIGHT } = build ?? {};
  return { passages, documents, vectors, dimensions, segments: build ? 1 : 0, bytes, language, titleWeight, generation, notes };
}
