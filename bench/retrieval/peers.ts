/**
 * Child of the benchmark: another search library over the same passages and queries. Arguments: name, passages,
 * queries, output for ids.
 */
import { writeFileSync } from 'node:fs';
import { passageAt, queryAt, queryVectorAt, vectorAt } from '../../test/support/generated-corpus.js';
import { LIBRARIES, type Passage, type Query } from './libraries.js';
import { percentiles, processorMs } from './percentiles.js';

const [name = '', size = '1000', count = '50', output = ''] = process.argv.slice(2);
const passages = Number(size);
const BATCH = 1000;
/** Not measured: the first queries compile code. */
const WARM_UP = 3;

const queryOf = (number: number): Query => {
  const vector = queryVectorAt(number, passages);
  return { text: queryAt(number, passages).text, vector: () => vector };
};

const library = await LIBRARIES[name]!();
let [buildMs, buildProcessorMs] = [0, 0];
for (let from = 0; from < passages; from += BATCH) {
  const some = Array.from({ length: Math.min(BATCH, passages - from) }, (_, at): Passage => {
    const vector = library.by === 'meaning' ? vectorAt(from + at) : new Float32Array();
    return { ...passageAt(from + at), vector: () => vector };
  });
  const [before, processorBefore] = [performance.now(), processorMs()];
  await library.add(some);
  buildMs += performance.now() - before;
  buildProcessorMs += processorMs() - processorBefore;
}

for (let at = 0; at < Math.min(WARM_UP, Number(count)); at += 1) await library.search(queryOf(at));
const queries = Array.from({ length: Number(count) }, (_, at) => queryOf(at));
const ids: string[][] = [];
const times: number[] = [];
const searching = processorMs();
for (const query of queries) {
  const before = performance.now();
  ids.push(await library.search(query));
  times.push(performance.now() - before);
}
const queryProcessorMs = (processorMs() - searching) / queries.length;
writeFileSync(output, JSON.stringify(ids));
console.log(
  JSON.stringify({
    buildSeconds: buildMs / 1000,
    buildProcessorSeconds: buildProcessorMs / 1000,
    ...percentiles(times),
    queryProcessorMs,
    residentMegabytes: process.memoryUsage().rss / 1e6,
  }),
);
