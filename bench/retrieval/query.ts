/** Child of the benchmark: searches an index in each mode and prints times, memory and recall. Arguments: folder, passages, queries, output for ids. */
import { writeFileSync } from 'node:fs';
import { openIndex } from '../../src/providers/index/open.js';
import type { SearchRequest } from '../../src/providers/index/types.js';
import { queryAt, queryVectorAt } from './corpus.js';

const [directory = '', size = '1000', count = '200', output = ''] = process.argv.slice(2);
const passages = Number(size);
const queries = Array.from({ length: Number(count) }, (_, at) => ({
  text: queryAt(at, passages).text,
  vector: queryVectorAt(at, passages),
}));

const opening = performance.now();
const index = openIndex({ directory });
const openMs = performance.now() - opening;
const { vectors } = index.describe();

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

async function measure(request: (query: (typeof queries)[number]) => SearchRequest) {
  const ids: string[][] = [];
  let times: number[] = [];
  let coldMs = 0;
  for (let round = 0; round < 3; round += 1) {
    times = [];
    for (const query of queries) {
      const before = performance.now();
      const hits = await index.search(request(query));
      times.push(performance.now() - before);
      if (round === 0) ids.push(hits.map(({ id }) => id));
    }
    if (round === 0)
      coldMs = percentile(
        times.toSorted((left, right) => left - right),
        0.5,
      );
  }
  times.sort((left, right) => left - right);
  return { ids, coldMs, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) };
}

const sparse = await measure(({ text }) => ({ text, mode: 'sparse', k: 10 }));
const results: Record<string, unknown> = { openMs, sparse: { ...sparse, ids: undefined } };
if (output !== '') writeFileSync(output, JSON.stringify(sparse.ids));
results.sparseMegabytes = process.memoryUsage().rss / 1e6;
if (vectors > 0) {
  const dense = await measure(({ vector }) => ({ vector, mode: 'dense', k: 10 }));
  const hybrid = await measure(({ text, vector }) => ({ text, vector, mode: 'hybrid', k: 10 }));
  const some = queries.slice(0, 50);
  // A filter that lets everything through looks at every cluster.
  const exact = await Promise.all(some.map(({ vector }) => index.search({ vector, mode: 'dense', k: 10, filter: {} })));
  const shared = exact.map((hits, at) => hits.filter(({ id }) => dense.ids[at]!.includes(id)).length / Math.max(1, hits.length));
  results.dense = { ...dense, ids: undefined, recall: shared.reduce((sum, share) => sum + share, 0) / shared.length };
  results.hybrid = { ...hybrid, ids: undefined };
  results.megabytes = process.memoryUsage().rss / 1e6;
}
await index.close();
console.log(JSON.stringify(results));
