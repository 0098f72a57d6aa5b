/**
 * What does a user see when nodes of a cluster die? Three nodes; one is killed during an ingest and one, after the
 * first is back, during searches.
 * node bench/run.mjs cluster/disturb [first port, default 9370]. Starts and stops the nodes itself (scripts/opensearch.sh).
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openSearchIndexes } from '../../src/providers/opensearch/index.js';
import { passageAt, queryAt } from '../../test/support/generated-corpus.js';

const [port = '9370'] = process.argv.slice(2);
const SCRIPT = fileURLToPath(new URL('../../scripts/opensearch.sh', import.meta.url));
const script = (...args: string[]): string[] =>
  execFileSync(SCRIPT, args, { env: { ...process.env, PORT: port, OWNER: `${process.pid}` }, encoding: 'utf8' })
    .trim()
    .split('\n');
const [COMMITS, BATCH, QUERIES, AT_ONCE] = [12, 250, 400, 4];
const seconds = (ms: number): number => Number((ms / 1000).toFixed(1));

const nodes = script('start', '3', '512m');
try {
  const indexes = await openSearchIndexes({ nodes, prefix: 'disturbed', shards: 3, replicas: 1, timeoutMs: 30_000 });
  const index = await indexes.open('c');
  const committed: string[] = [];
  let [errors, longestMs] = [0, 0];
  for (let commit = 0; commit < COMMITS; commit += 1) {
    const passages = Array.from({ length: BATCH }, (_, at) => passageAt(commit * BATCH + at));
    if (commit === 4) setTimeout(() => script('stop', '2'), 30); // while the commit is on its way
    await index.add(
      passages.map(({ id, title, text }) => ({
        passage: { id, source: { id, url: '', title }, headings: [], text, start: 0, end: text.length },
      })),
    );
    const before = performance.now();
    await index.commit().then(
      () => committed.push(...passages.map(({ id }) => id)),
      (error) => {
        errors += 1;
        process.stderr.write(`${error.message}\n`);
      },
    );
    longestMs = Math.max(longestMs, performance.now() - before);
  }
  const there = new Set(await index.documents());
  const lost = committed.filter((id) => !there.has(id)).length;
  console.log(
    JSON.stringify({
      during: 'ingest',
      killed: 'node 2',
      committed: committed.length,
      lost,
      errors,
      longestCommitSeconds: seconds(longestMs),
    }),
  );

  script('again', '2', '3', '512m');
  await waitForGreen(nodes[0]!);
  let [next, failed, slowestMs] = [0, 0, 0];
  const worker = async () => {
    while (next < QUERIES) {
      const at = next++;
      if (at === QUERIES / 4) script('stop', '3');
      const before = performance.now();
      const hits = await index
        .search({ text: queryAt(at % 100, COMMITS * BATCH).text, mode: 'sparse', k: 10 })
        .catch(() => undefined);
      slowestMs = Math.max(slowestMs, performance.now() - before);
      if (!hits || hits.length === 0) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(
    JSON.stringify({
      during: 'search',
      killed: 'node 3',
      searches: QUERIES,
      failed,
      slowestSeconds: seconds(slowestMs),
    }),
  );
  await index.close();
} finally {
  script('stop');
}

async function waitForGreen(node: string): Promise<void> {
  for (let tries = 0; tries < 180; tries += 1) {
    const { status } = (await (await fetch(`${node}/_cluster/health?wait_for_status=green&timeout=5s`)).json()) as {
      status: string;
    };
    if (status === 'green') return;
  }
  throw new Error('The cluster did not become green again.');
}
