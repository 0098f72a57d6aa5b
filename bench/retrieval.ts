/**
 * How fast and how large is the embedded index beside Lucene and the JavaScript libraries, in one run?
 * node bench/run.mjs retrieval [passages, e.g. 10000 or 100000] [folder with lucene-core and lucene-analysis-common jars]
 * Passages come from a seeded generator with a Zipf vocabulary. Vectors are synthetic at every size: this measures search, not embedding.
 * Everything runs in processes of its own, one after the other, so that memory is each one's own. See also retrieval/quality.ts and retrieval/kill.ts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [size = '10000', jars = ''] = process.argv.slice(2);
const QUERIES = 200;
/** The in-memory libraries take seconds per query at this size. */
const PEER_QUERIES = 30;
const PEERS_UP_TO = 100_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'winnow-bench-'));

/** Compiled once and inside the repository, so that imports resolve and no compiler sits in the measured memory. */
function compile(): string {
  const out = join(root, 'node_modules', '.cache', 'bench-retrieval');
  mkdirSync(out, { recursive: true });
  const entries = ['ingest', 'query', 'export', 'peers'].map((name) => join(root, 'bench', 'retrieval', `${name}.ts`));
  const options = [
    '--outDir',
    out,
    '--rootDir',
    root,
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--skipLibCheck',
    '--noCheck',
  ];
  execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--ignoreConfig', ...options, ...entries], {
    cwd: root,
  });
  return join(out, 'bench', 'retrieval');
}

const compiled = compile();
const environment = { ...process.env, WINNOW_BENCH_PEERS: join(root, 'bench', 'peers') };

function child(name: string, ...given: (string | number)[]): Record<string, unknown> {
  const output = execFileSync(process.execPath, [join(compiled, `${name}.js`), ...given.map(String)], {
    encoding: 'utf8',
    env: environment,
    maxBuffer: 1 << 26,
  });
  return output.trim() === '' ? {} : JSON.parse(output.trim().split('\n').at(-1)!);
}

const show = (name: string, result: unknown): void => {
  const tidy = JSON.stringify(result, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value));
  console.log(`${name.padEnd(16)} ${tidy}`);
};

/** Mean share of the ten best that two engines have in common. */
function overlap(left: string, right: string): number {
  const [ours, theirs] = [left, right].map((file) => JSON.parse(readFileSync(file, 'utf8')) as string[][]);
  const shares = theirs!.map((ids, at) => ids.filter((id) => ours![at]!.includes(id)).length / Math.max(1, ids.length));
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function lucene(own: string): void {
  const [corpus, queries, ids] = ['corpus.tsv', 'queries.txt', 'lucene.json'].map((name) => join(work, name)) as [string, string, string];
  child('export', corpus, queries, size, QUERIES);
  const path = readdirSync(jars)
    .map((name) => join(jars, name))
    .join(':');
  const source = join(root, 'bench', 'retrieval', 'lucene', 'LuceneBench.java');
  const output = execFileSync('java', ['-cp', path, source, join(work, 'lucene'), corpus, queries, ids], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  show('lucene', { ...JSON.parse(output.trim().split('\n').at(-1)!), overlap: overlap(own, ids) });
}

function peer(name: string, own: string): void {
  const ids = join(work, `${name}.json`);
  try {
    show(name, { ...child('peers', name, size, PEER_QUERIES, ids), overlap: overlap(own, ids) });
  } catch (error) {
    show(name, `failed: ${String(error).slice(0, 200)}`);
  }
}

console.log(`${size} passages, ${QUERIES} queries, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)}`);
const index = join(work, 'index');
const own = join(work, 'winnow.json');
show('winnow ingest', child('ingest', index, size, 'vectors'));
show('winnow search', child('query', index, size, QUERIES, own));
if (jars !== '') lucene(own);
if (Number(size) <= PEERS_UP_TO && existsSync(join(root, 'bench', 'peers', 'node_modules')))
  for (const name of ['fts5', 'minisearch', 'orama']) peer(name, own);
rmSync(work, { recursive: true });
