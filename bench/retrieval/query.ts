/**
 * Child of the benchmark: searches an index in one mode and prints times and memory. Arguments: folder, passages,
 * queries, mode, output for ids.
 */
import { writeFileSync } from 'node:fs';
import { openIndex } from '../../src/providers/index/open.js';
import type { SearchMode, SearchRequest } from '../../src/providers/index/types.js';
import { zScoreSum } from '../../src/text/fuse.js';
import { queryAt, queryVectorAt } from '../../test/support/generated-corpus.js';
import { percentiles, processorMs } from './percentiles.js';

const [directory = '', size = '1000', count = '200', given = 'sparse', output = ''] = process.argv.slice(2);
const passages = Number(size);
const mode = given as SearchMode;
const requests = Array.from({ length: Number(count) }, (_, at): SearchRequest => {
  const meaning = mode === 'sparse' ? {} : { vector: queryVectorAt(at, passages) };
  return { text: queryAt(at, passages).text, ...meaning, mode, k: 10, fusion: zScoreSum() };
});

const opening = performance.now();
const index = openIndex({ directory });
const openMs = performance.now() - opening;

/** The first round is with a cold cache of postings; the last of three is reported. */
const ROUNDS = 3;
const ids: string[][] = [];
let [cold, warm, queryProcessorMs] = [percentiles([]), percentiles([]), 0];
for (let round = 0; round < ROUNDS; round += 1) {
  const times: number[] = [];
  const started = processorMs();
  for (const request of requests) {
    const before = performance.now();
    const hits = await index.search(request);
    times.push(performance.now() - before);
    if (round === 0) ids.push(hits.map(({ id }) => id));
  }
  if (round === 0) cold = percentiles(times);
  warm = percentiles(times);
  queryProcessorMs = (processorMs() - started) / requests.length;
}
writeFileSync(output, JSON.stringify(ids));
const residentMegabytes = process.memoryUsage().rss / 1e6;
await index.close();
console.log(JSON.stringify({ openMs, firstRoundP50Ms: cold.p50Ms, ...warm, queryProcessorMs, residentMegabytes }));
