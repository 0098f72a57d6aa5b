/**
 * One table of everything that has a peer: ours, the peer's, how many times better ours is, the load of the machine.
 * Each row's file (bench/rows) runs in a process of its own; docs/performance.md shows the table, and
 * bench/results.json keeps the figures, so that single rows can be measured again.
 * npm run bench [row ...]   Peers: npm install --prefix bench/peers; LUCENE, PYTHON, WINNOW_DATA and GROW_TO as the rows say.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Row } from './rows/row.js';

const ROWS = ['html', 'split', 'search', 'growth', 'ingest', 'naive-rag', 'start'];
const RESULTS = 'bench/results.json';
const DOCS = 'docs/performance.md';
const [BEGIN, END] = ['<!-- npm run bench: begin -->', '<!-- npm run bench: end -->'];

type Kept = Row & { readonly load: number; readonly day: string };
type Results = Record<string, readonly Kept[]>;

const runner = fileURLToPath(new URL('./run.mjs', import.meta.url));

function measure(name: string): Kept[] {
  const load = loadavg()[0] as number;
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner, `rows/${name}`], { encoding: 'utf8' });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  if (status !== 0 || !last.startsWith('['))
    throw new Error(`The row ${name} failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
  return (JSON.parse(last) as Row[]).map((row) => ({ ...row, load, day: new Date().toISOString().slice(0, 10) }));
}

const figure = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

/** How many times better ours is. */
const ratio = ({ isBetter, ours }: Row, peer: number): number => (isBetter === 'more' ? ours / peer : peer / ours);

function linesOf(row: Kept): string[] {
  return Object.entries(row.peers).map(([name, peer], at) => {
    const head = at === 0 ? [row.what, `${figure(row.ours)} ${row.unit}`] : ['', ''];
    const [shown, times] = typeof peer === 'string' ? [peer, ''] : [figure(peer), figure(ratio(row, peer))];
    const isBehind = typeof peer === 'number' && ratio(row, peer) < 1;
    const why = isBehind ? row.behind?.[name] : undefined;
    return `| ${[...head, name, shown, why ? `${times} (${why})` : times, at === 0 ? row.load.toFixed(1) : ''].join(' | ')} |`;
  });
}

const table = (results: Results): string =>
  [
    '| what | ours | peer | its figure | times better | load |',
    '|---|---|---|---|---|---|',
    ...ROWS.flatMap((name) => (results[name] ?? []).flatMap(linesOf)),
  ].join('\n');

const wanted = process.argv.slice(2);
const strange = wanted.find((name) => !ROWS.includes(name));
if (strange) throw new Error(`There is no row "${strange}". The rows: ${ROWS.join(', ')}.`);
const results: Results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
for (const name of wanted.length > 0 ? wanted : ROWS) {
  process.stderr.write(`${name} ...\n`);
  results[name] = measure(name);
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
console.log(table(results));
console.log(`Node ${process.versions.node}, ${availableParallelism()} cores`);
const [before, rest = ''] = readFileSync(DOCS, 'utf8').split(BEGIN);
writeFileSync(DOCS, `${before}${BEGIN}\n\n${table(results)}\n\n${END}${rest.split(END)[1] ?? ''}`);
