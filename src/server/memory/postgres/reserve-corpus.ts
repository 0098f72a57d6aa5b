/** One process at a time gives a corpus files and a job, or deletes it. What one that died had reserved is free. */
import type { Database } from '../../../providers/postgres/connect.js';
import { persistently } from '../../../providers/postgres/persistently.js';
import { isDead, type Processes } from '../../../providers/postgres/processes.js';
import { corpusBusy } from '../../library/job-store.js';

export const RESERVED_TABLE = `create table if not exists reserved_corpora (corpus text primary key, process text not null)`;

/** Within a process the caller sees to it: what could not be released here may be reserved here again. */
const RESERVE = `insert into reserved_corpora as r (corpus, process) values ($1, $2)
  on conflict (corpus) do update set process = excluded.process where r.process = excluded.process or ${isDead('r.process')}
  returning corpus`;

type ReserveParts = { readonly database: Database; readonly processes: Processes };

export async function reserveCorpus(
  { database: { query }, processes }: ReserveParts,
  corpus: string,
): Promise<() => Promise<void>> {
  const own = [corpus, processes.id];
  if ((await query(RESERVE, own)).length === 0) throw corpusBusy(corpus);
  const release = 'delete from reserved_corpora where corpus = $1 and process = $2';
  return () =>
    persistently(() => query(release, own)).then(
      () => undefined,
      () => undefined, // the job is on its way; it is free when this process ends
    );
}
