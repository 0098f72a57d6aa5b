/**
 * What a server remembers: answers and their events, keys, what was spent, ingest jobs and uploads. On its disk, or in
 * PostgreSQL for several servers.
 */
import { join } from 'node:path';
import type { Config } from '../../engine/config.js';
import { dataDirectoryOf } from '../../engine/corpora/index.js';
import { type Keys, keysFile, openKeys } from '../callers/keys.js';
import { createLimits } from '../callers/limits.js';
import { jobsOnDisk } from '../library/job-store.js';
import { uploadsOnDisk } from '../library/uploads.js';
import { openRunStore } from '../runs/store.js';
import type { Memory } from './memory.js';
import { sharedSettings } from './shared-settings.js';

export type { Memory } from './memory.js';

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
    jobs: jobsOnDisk(join(folder, 'jobs')),
    uploads: uploadsOnDisk(join(folder, 'uploads')),
    close: async () => undefined,
  };
}

/** The keys alone, for `winnow keys`. */
export async function openKeysOf(config: Config): Promise<Keys> {
  if (config.server.store === 'disk') return openKeys(keysFile(dataDirectoryOf(config)));
  const { openPostgresKeys } = await import('./postgres/index.js');
  return openPostgresKeys(sharedSettings(config));
}
