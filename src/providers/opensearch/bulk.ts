/**
 * Many writes in requests of bounded size. A cluster that is full up is given time, and only the items it refused are
 * sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './client.js';
import { explainedStatus } from './failures.js';

export type Write = { readonly id: string; readonly routing: string; readonly source?: string };

/**
 * Large enough that the round trip does not count, small enough for the cluster's memory (its default limit for all in
 * flight is a tenth).
 */
const BYTES_AT_ONCE = 4 << 20;
const ITEMS_AT_ONCE = 2000;
/** One is sent while another is worked on. */
const IN_FLIGHT = 2;
/** Waits of 0.25 s, 0.5 s ... 8 s: half a minute in which a node may come back or a queue drain. */
const MOST_TRIES = 8;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;

type Item = { readonly status: number; readonly error?: { readonly type?: string; readonly reason?: string } };
type BulkReply = { readonly errors: boolean; readonly items: readonly Readonly<Record<string, Item>>[] };

/**
 * Resolves when every write is acknowledged by all copies that are there. Writes are made as they are sent: the next
 * are analysed here while the cluster works on those before.
 */
export async function writeAll(cluster: Cluster, index: string, writes: Iterable<Write>): Promise<void> {
  const batches = inBatches(writes);
  const worker = async () => {
    try {
      for (let batch = batches.next(); !batch.done; batch = batches.next())
        await writeBatch(cluster, index, batch.value);
    } catch (error) {
      batches.return([]); // the other sends nothing more, and is waited for: the next writer must meet no late write
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

function* inBatches(writes: Iterable<Write>): Generator<Write[]> {
  let batch: Write[] = [];
  let bytes = 0;
  for (const write of writes) {
    const size = write.source?.length ?? 0;
    if (batch.length > 0 && (bytes + size > BYTES_AT_ONCE || batch.length >= ITEMS_AT_ONCE)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(write);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Too much at once, or a copy that moves to another node. A full disk is told with 429 too, but does not pass soon. */
const mayPass = ({ status, error }: Item): boolean =>
  status === 503 || (status === 429 && error?.type !== 'cluster_block_exception');
const isDone = ({ status }: Item, { source }: Write): boolean =>
  status < 300 || (status === 404 && source === undefined);

async function writeBatch(cluster: Cluster, index: string, batch: readonly Write[]): Promise<void> {
  let left = batch;
  for (let attempt = 1; ; attempt += 1) {
    const results = await send(cluster, index, left);
    const refused = left.flatMap((write, at) => (isDone(results[at]!, write) ? [] : [{ write, item: results[at]! }]));
    if (refused.length === 0) return;
    const hopeless = refused.find(({ item }) => !mayPass(item)) ?? (attempt === MOST_TRIES ? refused[0] : undefined);
    if (hopeless)
      throw explainedStatus(hopeless.item.status, hopeless.item.error ?? {}, cluster.settings.nodes.join(', '));
    left = refused.map(({ write }) => write);
    await sleep(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
  }
}

async function send(cluster: Cluster, index: string, writes: readonly Write[]): Promise<readonly Item[]> {
  const lines = writes.map(({ id, routing, source }) =>
    source === undefined
      ? `${JSON.stringify({ delete: { _id: id, routing } })}\n`
      : `${JSON.stringify({ index: { _id: id, routing } })}\n${source}\n`,
  );
  const { status, body } = await cluster.call<BulkReply>({
    method: 'POST',
    path: `/${index}/_bulk`,
    lines: lines.join(''),
    query: { timeout: `${cluster.settings.timeoutMs}ms`, filter_path: 'errors,items.*.status,items.*.error' },
    allow: [429, 503],
  });
  if (status === 429 || status === 503) return writes.map(() => ({ status }));
  return body.items.map((item) => Object.values(item)[0] as Item);
}
