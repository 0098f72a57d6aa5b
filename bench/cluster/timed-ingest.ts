/**
 * Passages into an index, with what that took. The sums are kept as notes of the corpus: a run of an hour that was cut
 * off can go on.
 */
import { loadavg } from 'node:os';
import type { Index, IndexEntry } from '../../src/providers/index/types.js';
import { serverSeconds } from './server-seconds.js';

/** Seconds without those in which passages were made up, and processor seconds of the servers and of this process. */
export type Spent = { readonly wall: number; readonly servers: number; readonly own: number };

const NOTHING: Spent = { wall: 0, servers: 0, own: 0 };
const BATCH = 4096;

type Ingest = {
  readonly passages: number;
  readonly entryAt: (at: number) => IndexEntry;
  /** Where the servers listen. */
  readonly ports: readonly number[];
};

export async function timedIngest(index: Index, { passages, entryAt, ports }: Ingest): Promise<Spent> {
  let { passages: done, notes } = index.describe();
  let spent = (notes.spent as Spent | undefined) ?? NOTHING;
  while (done < passages) {
    const processorSince = processorClock(ports);
    const entries = Array.from({ length: Math.min(BATCH, passages - done) }, (_, at) => entryAt(done + at));
    const before = performance.now();
    await index.add(entries);
    await index.commit({ spent });
    spent = sum(spent, { wall: (performance.now() - before) / 1000, ...processorSince() });
    done += entries.length;
    process.stderr.write(`${done} of ${passages}, ${told(spent, done)}, load ${loadavg()[0]?.toFixed(1)}\n`);
  }
  return spent;
}

/** Servers go on merging while passages are made up: their time counts throughout. */
function processorClock(ports: readonly number[]): () => Omit<Spent, 'wall'> {
  const [servers, own] = [serverSeconds(ports), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(own);
    return { servers: serverSeconds(ports) - servers, own: (user + system) / 1e6 };
  };
}

const sum = (left: Spent, right: Spent): Spent => ({
  wall: left.wall + right.wall,
  servers: left.servers + right.servers,
  own: left.own + right.own,
});

const told = ({ wall, servers, own }: Spent, done: number): string =>
  `${(done / wall).toFixed(0)}/s, processor seconds per 1000: ${((servers / done) * 1000).toFixed(2)} + ${((own / done) * 1000).toFixed(2)}`;
