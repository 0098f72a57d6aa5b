/**
 * How fast are indexes on servers beside the embedded one? Passages from a seeded generator with a Zipf vocabulary,
 * synthetic vectors of 384 dimensions. Processor seconds of the servers are told beside the times: on a machine that is
 * shared they alone can be compared.
 * node bench/run.mjs cluster/rates <passages> [words] [again] [warm=SEARCHES] <kind> [kind ...], kinds as in cluster/kinds.ts. Prints one JSON object for each.
 * With "words" there are no vectors: their graphs take most of the time. With "again" a run that was cut off goes on.
 */
import { cpus, loadavg } from 'node:os';
import type { Index, SearchMode } from '../../src/providers/index/types.js';
import { zScoreSum } from '../../src/text/fuse.js';
import { passageAt, queryAt, queryVectorAt, vectorAt } from '../../test/support/generated-corpus.js';
import { percentiles } from '../retrieval/percentiles.js';
import { openKind } from './kinds.js';
import { serverSeconds } from './server-seconds.js';
import { timedIngest } from './timed-ingest.js';

const [size = '10000', ...rest] = process.argv.slice(2);
const passages = Number(size);
const isOption = (text: string): boolean => /^(?:words|again|warm=\d+)$/.test(text);
const isWordsOnly = rest.includes('words');
const kinds = rest.filter((text) => !isOption(text));
const [QUERIES, AT_ONCE, EXACT] = [100, 8, 20];
/** Searches before those that are measured: a server that was just started is slow. */
const warmUp = Number(rest.find((text) => text.startsWith('warm='))?.slice(5) ?? 500);
const MODES: readonly SearchMode[] = isWordsOnly ? ['sparse'] : ['sparse', 'dense', 'hybrid'];
const rounded = (value: number): number => Number(value.toPrecision(3));

const entryAt = (at: number) => {
  const { id, title, text } = passageAt(at);
  const passage = { id, source: { id, url: '', title }, headings: [], text, start: 0, end: text.length };
  return isWordsOnly ? { passage } : { passage, vector: vectorAt(at) };
};

const requestAt = (at: number, mode: SearchMode) => ({
  text: queryAt(at, passages).text,
  ...(mode !== 'sparse' && { vector: queryVectorAt(at, passages) }),
  mode,
  k: 10,
  fusion: zScoreSum(),
});

async function query(index: Index, mode: SearchMode, ports: readonly number[]) {
  const requests = Array.from({ length: QUERIES }, (_, at) => requestAt(at, mode));
  // Caches and just-in-time compilers, those of a server that was just started too.
  for (let at = 0; at < warmUp; at += 1) await index.search(requests[at % QUERIES]!);
  const times: number[] = [];
  const processorBefore = serverSeconds(ports);
  for (const request of requests) {
    const before = performance.now();
    await index.search(request);
    times.push(performance.now() - before);
  }
  const serverMs = rounded(((serverSeconds(ports) - processorBefore) / QUERIES) * 1000);
  const before = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < requests.length) await index.search(requests[next++]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { p50Ms, p95Ms } = percentiles(times);
  return {
    p50Ms: rounded(p50Ms),
    p95Ms: rounded(p95Ms),
    serverMs,
    perSecond: rounded((QUERIES / (performance.now() - before)) * 1000),
  };
}

/** The true ten nearest of each query, by comparing all. */
function exactIds(): string[][] {
  const queries = Array.from({ length: EXACT }, (_, at) => queryVectorAt(at, passages));
  const best = queries.map((): { id: string; score: number }[] => []);
  for (let at = 0; at < passages; at += 1) {
    const vector = vectorAt(at);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    queries.forEach((query, number) => {
      const score = vector.reduce((sum, value, place) => sum + value * query[place]!, 0) / length;
      const list = best[number]!;
      if (list.length === 10 && score <= list[9]!.score) return;
      list.push({ id: passageAt(at).id, score });
      list.sort((left, right) => right.score - left.score);
      list.length = Math.min(10, list.length);
    });
  }
  return best.map((list) => list.map(({ id }) => id));
}

const exact = isWordsOnly ? [] : exactIds();

async function recallOf(index: Index): Promise<number> {
  let found = 0;
  for (const [at, ids] of exact.entries())
    found += (await index.search(requestAt(at, 'dense'))).filter(({ id }) => ids.includes(id)).length;
  return rounded(found / (10 * exact.length));
}

for (const text of kinds) {
  const { label, indexes, ports, close } = await openKind(text);
  if (!rest.includes('again')) await indexes.remove('rates');
  const index = await indexes.open('rates');
  const { wall, servers, own } = await timedIngest(index, { passages, entryAt, ports });
  const { bytes } = index.describe();
  const figures: Record<string, unknown> = {};
  for (const mode of MODES) figures[mode] = await query(index, mode, ports);
  const recall = isWordsOnly ? {} : { recallAt10: await recallOf(index) };
  const size = {
    passages,
    perSecond: Math.round(passages / wall),
    bytesPerPassage: Math.round(bytes / passages),
    serverSecondsPer1000: rounded((servers / passages) * 1000),
    ownSecondsPer1000: rounded((own / passages) * 1000),
  };
  console.log(
    JSON.stringify({
      index: label,
      ...size,
      ...figures,
      ...recall,
      cores: cpus().length,
      load: rounded(loadavg()[0] ?? 0),
    }),
  );
  await index.close();
  await indexes.remove('rates');
  close();
}
