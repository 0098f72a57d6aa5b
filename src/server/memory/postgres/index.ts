/** The memory of servers in PostgreSQL. */
import { connectPostgres, type Database } from '../../../providers/postgres/connect.js';
import { joinProcesses } from '../../../providers/postgres/processes.js';
import type { Keys } from '../../callers/keys.js';
import type { Memory } from '../memory.js';
import type { SharedSettings } from '../shared-settings.js';
import { openJobsIn } from './jobs.js';
import { openKeysIn } from './keys.js';
import { openLimitsIn } from './limits.js';
import { openPostgresRuns } from './runs.js';
import { prepareTables } from './schema.js';
import { uploadsIn } from './uploads.js';

const TIMEOUT_MS = 15_000;
const CONNECTIONS = 20;

export async function connectShared({
  connection,
  schema,
}: Pick<SharedSettings, 'connection' | 'schema'>): Promise<Database> {
  const database = connectPostgres({ connection, timeoutMs: TIMEOUT_MS, most: CONNECTIONS, searchPath: schema });
  await prepareTables(database, schema);
  return database;
}

export async function openPostgresMemory(settings: SharedSettings): Promise<Memory> {
  const database = await connectShared(settings);
  const processes = await joinProcesses(database, settings.schema);
  return {
    runs: openPostgresRuns({ database, processes, history: settings.history }),
    keys: openKeysIn(database),
    limits: openLimitsIn(database, processes),
    jobs: await openJobsIn({ database, schema: settings.schema, processes }),
    uploads: uploadsIn(database),
    close: async () => {
      await processes.close();
      await database.close();
    },
  };
}

export async function openPostgresKeys(settings: SharedSettings): Promise<Keys> {
  return openKeysIn(await connectShared(settings));
}
