/**
 * How fast and how large is the embedded index beside Lucene and the JavaScript libraries, in one run?
 * node bench/run.mjs retrieval [passages, e.g. 10000 or 100000] [folder with lucene-core and lucene-analysis-common jars, from Maven Central]
 * Passages come from a seeded generator with a Zipf vocabulary. Vectors are synthetic at every size: this measures
 * search; embedding is measured apart. The libraries of bench/peers (npm install --prefix bench/peers) run up to
 * 100,000 passages. See also retrieval/quality.ts and retrieval/kill.ts.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileJava, compileParts, embedding, type Figures, ROOT, shared } from './retrieval/children.js';
import { type Row, tableOf } from './retrieval/table.js';

const [size = '10000', jars = ''] = process.argv.slice(2);
const passages = Number(size);
const QUERIES = 200;
/** Looked up everywhere, to measure recall. */
const EXACT_QUERIES = 50;
const PEERS_UP_TO = 100_000;
/** With a number of queries that ends in minutes: an OR in Orama takes seconds at 100,000. */
const PEERS: Readonly<Record<'words' | 'meaning', Readonly<Record<string, number>>>> = {
  words: { fts5: 50, minisearch: 30, orama: passages > 20_000 ? 10 : 30 },
  meaning: { langchain: 50, llamaindex: 50 },
};

const work = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const part = compileParts();
const idsOf = (name: string): string => join(work, `${name}.json`);
const say = (text: string): void => void process.stderr.write(`${text} (load ${loadavg()[0]!.toFixed(1)})\n`);

const MEASURED = [
  'buildSeconds',
  'buildProcessorSeconds',
  'residentMegabytes',
  'p50Ms',
  'p95Ms',
  'queryProcessorMs',
] as const;

function rowOf(name: string, queries: number, figures: Figures): Omit<Row, 'note'> {
  const known = Object.fromEntries(MEASURED.map((what) => [what, figures[what] ?? Number.NaN])) as Record<
    (typeof MEASURED)[number],
    number
  >;
  return { name, queries, ...known };
}

/** Our own index with words alone and with vectors too, and a search in each mode. */
function own(): { readonly words: Row; readonly meaning: Row; readonly both: Row } {
  const [sparse, full] = [join(work, 'words'), join(work, 'vectors')];
  const [wordsBuild, fullBuild] = [part('ingest', sparse, size, 'words'), part('ingest', full, size, 'vectors')];
  for (const [kind, build] of Object.entries({ words: wordsBuild, 'words and vectors': fullBuild }))
    console.log(
      `ingest of ${kind}: ${build.perSecond!.toFixed(0)} passages/s, ${build.diskMegabytes!.toFixed(0)} MB on disk, ${build.peakMegabytes!.toFixed(0)} MB of memory at most`,
    );
  say('ingested');
  const searched = (mode: string): Figures =>
    part('query', mode === 'sparse' ? sparse : full, size, QUERIES, mode, idsOf(mode));
  const [words, meaning, both] = [searched('sparse'), searched('dense'), searched('hybrid')] as [
    Figures,
    Figures,
    Figures,
  ];
  part('exact', size, EXACT_QUERIES, idsOf('exact'));
  const recall = shared(idsOf('dense'), idsOf('exact'));
  return {
    words: { ...rowOf('Winnow, words', QUERIES, { ...wordsBuild, ...words }), note: '' },
    meaning: { ...rowOf('Winnow, meaning', QUERIES, { ...fullBuild, ...meaning }), shared: recall, note: 'with exact' },
    both: { ...rowOf('Winnow, both', QUERIES, { ...fullBuild, ...both }), note: '' },
  };
}

function lucene(): Row {
  const [corpus, queries, index] = ['corpus.tsv', 'queries.txt', 'lucene'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ];
  part('export', corpus, queries, size, QUERIES);
  const java = compileJava(jars, work);
  const built = java('build', index, corpus);
  const searched = java('search', index, queries, idsOf('lucene'));
  return {
    ...rowOf('Lucene', QUERIES, { ...built, ...searched }),
    shared: shared(idsOf('sparse'), idsOf('lucene')),
    note: `with ours; ${built.diskMegabytes} MB on disk`,
  };
}

function peer(name: string, queries: number, by: 'words' | 'meaning'): Row {
  try {
    const figures = part('peers', name, size, queries, idsOf(name));
    const other = by === 'words' ? 'sparse' : 'exact';
    return {
      ...rowOf(name, queries, figures),
      shared: shared(idsOf(other), idsOf(name)),
      note: by === 'words' ? 'with ours' : 'with exact',
    };
  } catch (error) {
    return { ...rowOf(name, queries, {}), note: `failed: ${String(error).slice(0, 120)}` };
  }
}

function peers(by: 'words' | 'meaning'): Row[] {
  if (passages > PEERS_UP_TO || !existsSync(join(ROOT, 'bench', 'peers', 'node_modules'))) return [];
  return Object.entries(PEERS[by]).map(([name, queries]) => {
    say(`${name} ...`);
    return peer(name, queries, by);
  });
}

console.log(
  `${size} passages, Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]!.toFixed(1)}`,
);
const { words, meaning, both } = own();
say('searched');
const byWords = [words, ...(jars === '' ? [] : [lucene()]), ...peers('words')];
console.log(`\nBy words, figures with the ratio to ours:\n\n${tableOf(byWords)}`);
console.log(
  `\nBy meaning (384 dimensions, synthetic vectors), and both joined:\n\n${tableOf([meaning, both, ...peers('meaning')])}`,
);
console.log(
  `\nThe bundled model embeds ${embedding().perSecond?.toFixed(0)} of these passages a second. Load at the end: ${loadavg()[0]!.toFixed(1)}`,
);
rmSync(work, { recursive: true });
