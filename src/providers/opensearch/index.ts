/** Corpora in an OpenSearch cluster, by name: each is an alias for the index that holds it. */
import { createHash } from 'node:crypto';
import { WinnowError } from '../../core/errors.js';
import type { Part } from '../index/on-server.js';
import type { Indexes } from '../index/types.js';
import { type Cluster, type ClusterSettings, connectTo } from './client.js';
import { openClusterIndex, pointAt } from './open.js';
import { checkFree, recordsOf } from './records.js';
import { factorOf } from './search.js';

export type { ClusterSettings } from './client.js';

export async function openSearchIndexes(settings: ClusterSettings): Promise<Indexes> {
  const cluster = connectTo(settings);
  const factor = factorOf(await majorVersion(cluster));
  const records = recordsOf(cluster);
  const aliasOf = (name: string): string => `${settings.prefix}-corpus-${indexName(name)}`;
  const open = (name: string, part: Part) =>
    openClusterIndex({ cluster, records, name, alias: aliasOf(name), part, factor });
  const remove = async (index: string | undefined): Promise<void> => {
    if (index !== undefined) await cluster.call({ method: 'DELETE', path: `/${index}`, allow: [404] });
  };
  return {
    names: async () => (await records.list()).filter(({ current }) => current).map(({ name }) => name),
    version: async (name) => {
      const { current } = (await records.read(name)).corpus;
      return current && `${current.index}.${current.generation}`;
    },
    open: (name) => open(name, 'current'),
    rebuild: async (name) => {
      const index = await open(name, 'next');
      const finish = async () => {
        await index.close();
        const { current: old, next } = (await records.read(name)).corpus;
        if (!next) return;
        await pointAt({ cluster, alias: aliasOf(name) }, next.index);
        await records.change(name, ({ next: _, ...corpus }) => ({ ...corpus, current: next }));
        await remove(old?.index);
      };
      return { index, finish };
    },
    remove: async (name) => {
      const { corpus } = await records.read(name);
      checkFree(corpus);
      await records.remove(name);
      await Promise.all([remove(corpus.current?.index), remove(corpus.next?.index)]);
    },
  };
}

/** Names of indexes know no capitals; those that differ in nothing else are told apart. */
function indexName(name: string): string {
  const lower = name.toLowerCase();
  return lower === name ? lower : `${lower}.${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

async function majorVersion({ call, settings }: Cluster): Promise<number> {
  type About = { readonly version?: { readonly number?: string; readonly distribution?: string } } | null;
  const { body } = await call<About>({ method: 'GET', path: '/', allow: [404] });
  const { number, distribution } = body?.version ?? {};
  if (number !== undefined && distribution === 'opensearch') return Number.parseInt(number, 10);
  const said = number === undefined ? 'it tells no version' : `it says version "${number}"`;
  throw new WinnowError(
    'usage',
    `What answers at ${settings.nodes.join(', ')} is not OpenSearch (${said}). Check index.nodes.`,
  );
}
