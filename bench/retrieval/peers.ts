/** Child of the benchmark: another search library over the same passages and queries. Arguments: name, passages, queries, output for ids. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { passageAt, queryAt } from './corpus.js';

const [name = '', size = '1000', count = '50', output = ''] = process.argv.slice(2);
/** The peers are installed beside the benchmarks, wherever this file was compiled to. */
const load = createRequire(`${process.env.WINNOW_BENCH_PEERS ?? fileURLToPath(new URL('../peers/', import.meta.url))}/package.json`);

type Passage = { readonly id: string; readonly title: string; readonly text: string };
type Peer = { build(passages: Iterable<Passage>): void | Promise<void>; search(query: string): string[] | Promise<string[]> };

function fts5(): Peer {
  const database = new (load('libsql'))(':memory:');
  const quoted = (query: string): string =>
    query
      .split(' ')
      .map((word) => `"${word}"`)
      .join(' OR ');
  return {
    build(passages) {
      database.exec("CREATE VIRTUAL TABLE passages USING fts5(id UNINDEXED, text, tokenize='porter unicode61')");
      const insert = database.prepare('INSERT INTO passages VALUES (?, ?)');
      database.exec('BEGIN');
      for (const { id, title, text } of passages) insert.run(id, `${title} ${text}`);
      database.exec('COMMIT');
    },
    search: (query) =>
      database
        .prepare('SELECT id FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT 10')
        .all(quoted(query))
        .map((row: { id: string }) => row.id),
  };
}

function miniSearch(): Peer {
  const { default: MiniSearch } = load('minisearch') as { default?: never };
  const index = new (
    (MiniSearch ?? load('minisearch')) as unknown as new (
      options: object,
    ) => { addAll(all: object[]): void; search(query: string): { id: string }[] }
  )({
    fields: ['text'],
  });
  return {
    build: (passages) => index.addAll(Array.from(passages, ({ id, title, text }) => ({ id, text: `${title} ${text}` }))),
    search: (query) =>
      index
        .search(query)
        .slice(0, 10)
        .map(({ id }) => id),
  };
}

async function orama(): Promise<Peer> {
  const { create, insertMultiple, search } = load('@orama/orama');
  const database = await create({ schema: { id: 'string', text: 'string' } as const });
  return {
    build: async (passages) => {
      await insertMultiple(
        database,
        Array.from(passages, ({ id, title, text }) => ({ id, text: `${title} ${text}` })),
        1000,
      );
    },
    search: async (term) => {
      const { hits } = await search(database, { term, properties: ['text'], limit: 10, threshold: 1 });
      return hits.map((hit: { document: { id: string } }) => hit.document.id);
    },
  };
}

const PEERS: Readonly<Record<string, () => Peer | Promise<Peer>>> = { fts5, minisearch: miniSearch, orama };

function* passages(): Generator<Passage> {
  for (let number = 0; number < Number(size); number += 1) yield passageAt(number);
}

const peer = await PEERS[name]!();
const started = performance.now();
await peer.build(passages());
const seconds = (performance.now() - started) / 1000;
const ids: string[][] = [];
const times: number[] = [];
for (let at = 0; at < Number(count); at += 1) {
  const { text } = queryAt(at, Number(size));
  const before = performance.now();
  ids.push(await peer.search(text));
  times.push(performance.now() - before);
}
times.sort((left, right) => left - right);
if (output !== '') writeFileSync(output, JSON.stringify(ids));
const megabytes = process.memoryUsage().rss / 1e6;
console.log(
  JSON.stringify({
    buildSeconds: seconds,
    p50Ms: times[Math.floor(times.length / 2)],
    p95Ms: times[Math.floor(0.95 * times.length)],
    megabytes,
  }),
);
