/** What a server remembers: answers and their events, keys, what was spent, ingest jobs and uploads. On its disk, or in PostgreSQL for several servers. */
import { join } from 'node:path';
import { WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { dataDirectoryOf } from '../../engine/corpora/index.js';
import { processEnvironment } from '../../engine/environment.js';
import { type Keys, keysFile, openKeys } from '../callers/keys.js';
import { createLimits, type Limits } from '../callers/limits.js';
import { openRunStore, type RunStore } from '../runs/store.js';

export type Memory = {
  readonly runs: RunStore;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly close: () => Promise<void>;
};

export async function openMemory(config: Config): Promise<Memory> {
  if (config.server.store === 'postgres') {
    const { openPostgresMemory } = await import('./postgres/index.js');
    return openPostgresMemory(sharedSettings(config));
  }
  const folder = dataDirectoryOf(config);
  return {
    runs: openRunStore(join(folder, 'runs'), config.server.history),
    keys: openKeys(keysFile(folder)),
    limits: createLimits(join(folder, 'spending.json')),
    close: async () => undefined,
  };
}

/** The keys alone, for `winnow keys`. */
export async function openKeysOf(config: Config): Promise<Keys> {
  if (config.server.store === 'disk') return openKeys(keysFile(dataDirectoryOf(config)));
  const { openPostgresKeys } = await import('./postgres/index.js');
  return openPostgresKeys(sharedSettings(config));
}

/** Where several processes meet. */
export function sharedSettings({ server: { connectionVariable, schema, history } }: Config) {
  const connection = processEnvironment()[connectionVariable];
  if (connection) return { connection, schema, history };
  throw new WinnowError(
    'usage',
    `The environment variable ${connectionVariable} is not set. It holds the connection string of PostgreSQL: postgres://user:password@host/database`,
  );
}

export type SharedSettings = ReturnType<typeof sharedSettings>;
