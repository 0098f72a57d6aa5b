/**
 * The kinds of index that are measured beside each other, by name: embedded, opensearch=URL[,URL ...][@SHARDS],
 * postgres=CONNECTION.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedIndexes } from '../../src/providers/index/embedded.js';
import type { Indexes } from '../../src/providers/index/types.js';

export type Kind = {
  readonly label: string;
  readonly indexes: Indexes;
  /** Where its servers listen. */
  readonly ports: readonly number[];
  readonly close: () => void;
};

export async function openKind(text: string): Promise<Kind> {
  const [kind = '', where = ''] = text.split(/=(.*)/s);
  if (kind === 'opensearch') return openSearch(where);
  if (kind === 'postgres') return postgres(where);
  const root = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  return {
    label: 'embedded',
    indexes: embeddedIndexes(root),
    ports: [],
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function openSearch(where: string): Promise<Kind> {
  const { openSearchIndexes } = await import('../../src/providers/opensearch/index.js');
  const [addresses = '', shards = '1'] = where.split('@');
  const nodes = addresses.split(',');
  const settings = { nodes, prefix: 'bench', shards: Number(shards), replicas: 1, timeoutMs: 120_000 };
  const label = `opensearch, ${nodes.length} node${nodes.length > 1 ? 's' : ''}, ${shards} shard${shards === '1' ? '' : 's'}`;
  return { label, indexes: await openSearchIndexes(settings), ports: nodes.map(portOf), close: () => undefined };
}

async function postgres(connection: string): Promise<Kind> {
  const { postgresIndexes } = await import('../../src/providers/postgres/index.js');
  const indexes = await postgresIndexes({ connection, schema: 'bench', timeoutMs: 600_000 });
  return { label: 'postgres', indexes, ports: [portOf(connection)], close: () => undefined };
}

const portOf = (address: string): number => Number(new URL(address).port);
