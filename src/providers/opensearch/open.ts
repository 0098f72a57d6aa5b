/** One corpus in the cluster: read through its alias, written by whoever holds its lease. */
import { randomBytes } from 'node:crypto';
import { checkedFormat, emptyBuild, indexOnServer, type Part } from '../index/on-server.js';
import type { Index, IndexHit } from '../index/types.js';
import type { Cluster } from './client.js';
import { FORMAT, indexBody } from './mapping.js';
import { type Build, LEASE_MS, leased, type Records } from './records.js';
import {
  documentIds,
  type OrderedHit,
  passagesWhere,
  type SearchTarget,
  searchMeaning,
  searchWords,
} from './search.js';
import { countAll, takeOver, writeChanges } from './writer.js';

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
  let renewing: NodeJS.Timeout | undefined;
  let isTakenOver = false;
  const build = (): Build | undefined => checkedFormat(corpus[part], { name, format: FORMAT });
  build();

  const searched = (): SearchTarget => {
    const { index, language, shards } = build() ?? { index: '', shards: 1, ...emptyBuild(FORMAT) };
    return {
      cluster,
      index: part === 'current' ? alias : index,
      language,
      factor,
      known,
      shards: shards ?? cluster.settings.shards,
    };
  };
  const take = async (): Promise<Build> => {
    corpus = await records.change(name, (there) => leased(there, lease));
    renewing ??= setInterval(
      () => void records.change(name, (there) => leased(there, lease)).catch(() => undefined),
      LEASE_MS / 3,
    ).unref();
    const there = build();
    if (there) {
      if (!isTakenOver) await takeOver({ cluster, build: there });
      isTakenOver = true;
      return there;
    }
    const made = await makeIndex(cluster, alias, part === 'current');
    corpus = await records.change(name, (known) => ({ ...leased(known, lease), [part]: known[part] ?? made }));
    isTakenOver = true;
    return made;
  };

  return indexOnServer({
    build,
    version: () => `${corpus[part]?.index}.${corpus[part]?.generation}`,
    reload: async () => {
      ({ corpus } = await records.read(name));
      known.clear();
      build();
    },
    commit: async ({ changes, dimensions, notes }) => {
      const there = await take();
      if (changes.length > 0) await writeChanges({ cluster, build: there }, changes, dimensions);
      const counts = await countAll({ cluster, build: there });
      const committed = {
        ...there,
        ...counts,
        dimensions,
        generation: there.generation + 1,
        notes: notes ?? there.notes,
      };
      corpus = await records.change(name, (known) => ({ ...leased(known, lease), [part]: committed }));
    },
    compact: async () => {
      const query = { max_num_segments: 1, wait_for_completion: true };
      await cluster.call({ method: 'POST', path: `/${build()?.index}/_forcemerge`, query });
    },
    sparse: (request, k) => searchWords(searched(), request, k),
    dense: (vector, request, k) => searchMeaning(searched(), { vector, request, k }),
    holds: async (document) => (await passagesWhere(searched(), { document })).length > 0,
    passagesOf: async (document) => wholeOnly(await passagesWhere(searched(), { document })),
    passage: async (id) => (await passagesWhere(searched(), { id }))[0]?.hit,
    documents: () => documentIds(searched()),
    unlock: async () => {
      if (renewing === undefined) return;
      clearInterval(renewing);
      [renewing, isTakenOver] = [undefined, false];
      await records.change(name, ({ writer, ...there }) =>
        writer && writer.holder !== lease.holder ? { ...there, writer } : there,
      );
    },
  });
}

/**
 * Passages of a document whose first one is missing were left by a write that never ended: the document is not there.
 */
const wholeOnly = (placed: readonly OrderedHit[]): IndexHit[] =>
  placed[0]?.order === 0 ? placed.map(({ hit }) => hit) : [];

async function makeIndex(cluster: Cluster, alias: string, isSearched: boolean): Promise<Build> {
  const index = `${alias}-${randomBytes(4).toString('hex')}`;
  await cluster.call({
    method: 'PUT',
    path: `/${index}`,
    body: { ...indexBody(cluster.settings), ...(isSearched && { aliases: { [alias]: {} } }) },
    query: { wait_for_active_shards: 1 },
  });
  return { index, shards: cluster.settings.shards, ...emptyBuild(FORMAT) };
}

/** From one moment to the next, searches through the alias go to this index and no other. */
export async function pointAt(
  { cluster, alias }: { readonly cluster: Cluster; readonly alias: string },
  index: string,
): Promise<void> {
  const actions = [{ remove: { index: `${alias}-*`, alias, must_exist: false } }, { add: { index, alias } }];
  await cluster.call({ method: 'POST', path: '/_aliases', body: { actions } });
}
