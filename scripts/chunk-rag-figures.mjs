/**
 * Measures ChunkRAG's Figures 3 and 4 and its Table 3 and compares them with `figures` in experiments/chunk-rag.yaml:
 * node scripts/chunk-rag-figures.mjs [set ...]. Prints the paper's values beside ours. Exit code 1 when a value is not as expected. Sets other than `corpus` are folders of WINNOW_DATA.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { tolerance, paper, sets } = parse(readFileSync(join(root, 'experiments/chunk-rag.yaml'), 'utf8')).figures;
const { WINNOW_DATA } = process.env;
const wanted = process.argv.slice(2);
const counts = { OK: 0, FAIL: 0, NEW: 0, SKIPPED: 0 };

for (const { set, questions, expected } of sets) {
  if (wanted.length > 0 && !wanted.includes(set)) continue;
  const folder = set === 'corpus' ? root : WINNOW_DATA;
  if (!folder) {
    counts.SKIPPED += 1;
    console.log(`SKIPPED  ${set}: WINNOW_DATA is not set`);
    continue;
  }
  const measured = flat(measure(join(folder, set), questions));
  const known = new Map(Object.entries(expected ?? {}));
  for (const [name, value] of measured) compare({ set, name, value, expectedValue: known.get(name) });
}
console.log(
  `${counts.OK} as expected, ${counts.FAIL} not, ${counts.NEW} without an expected value yet, ${counts.SKIPPED} sets skipped`,
);
process.exitCode = counts.FAIL > 0 ? 1 : 0;

function measure(folder, questions) {
  const args = [join(root, 'bench/run.mjs'), 'chunk-rag', 'figures', folder, String(questions)];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The measurement of ${folder} ended with ${status}.`);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

/** "figure3.removed@0.5", "table3.naive.relevance" ... in order. */
function flat({ redundancy, naive, chunkRag, similarityBefore, toQueryBefore }) {
  const each = (name, field) => redundancy.map((row) => [`${name}@${row.threshold}`, row[field]]);
  const retriever = (name, values) =>
    Object.entries(values).map(([field, value]) => [`table3.${name}.${field}`, value]);
  return [
    ...each('figure3.removed', 'removedShare'),
    ['figure4.before', similarityBefore],
    ...each('figure4.after', 'similarityAfter'),
    ['query.before', toQueryBefore],
    ...each('query.after', 'toQueryAfter'),
    ...each('table2.words', 'words'),
    ...retriever('naive', naive),
    ...retriever('chunkRag', chunkRag),
  ];
}

function compare({ set, name, value, expectedValue }) {
  const allowed = name.startsWith('table2.words') ? tolerance * 100 : tolerance;
  const near = expectedValue !== undefined && Math.abs(value - expectedValue) <= allowed + 1e-9;
  const verdict = expectedValue === undefined ? 'NEW' : near ? 'OK' : 'FAIL';
  counts[verdict] += 1;
  const said = paper[name] === undefined ? '' : `  paper ${paper[name]}`;
  console.log(
    `${verdict.padEnd(4)}  ${set}  ${name.padEnd(26)}  expected ${expectedValue ?? '-'} ± ${allowed}  measured ${value}${said}`,
  );
}
