/** Ingest jobs on disk: what each was to read and how far it came. One that its process did not live to end is interrupted. */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../core/json.js';
import { makeFolder } from '../../core/write-files.js';
import { isAlive } from '../is-alive.js';
import { jobSchema } from './schemas.js';

const keptSchema = z.object({
  job: jobSchema,
  request: z.object({
    files: z.array(z.string()).describe('where uploads are kept'),
    addresses: z.array(z.string()),
  }),
  pid: z.number(),
});

export type KeptJob = z.infer<typeof keptSchema>;

export type JobStore = {
  /** Oldest first. */
  readonly list: () => KeptJob[];
  readonly write: (kept: KeptJob) => void;
  readonly remove: (id: string) => void;
};

export function openJobStore(directory: string): JobStore {
  const pathOf = (id: string) => join(directory, `${id}.json`);
  const write = (kept: KeptJob) => {
    makeFolder(directory, { mode: 0o700 });
    writeFileSync(`${pathOf(kept.job.id)}.tmp`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${pathOf(kept.job.id)}.tmp`, pathOf(kept.job.id));
  };
  return {
    write,
    remove: (id) => rmSync(pathOf(id), { force: true }),
    list: () => {
      const names = filesIn(directory).filter((name) => /^j[0-9a-f]+\.json$/.test(name));
      const kept = names.flatMap((name) => {
        const parsed = keptSchema.safeParse(parseJson(readFileSync(join(directory, name), 'utf8')));
        return parsed.success ? [parsed.data] : [];
      });
      for (const one of kept) {
        if (one.job.status !== 'running' || isAlive(one.pid)) continue;
        one.job.status = 'interrupted';
        write(one);
      }
      return kept.sort((left, right) => (left.job.startedAt < right.job.startedAt ? -1 : 1));
    },
  };
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
