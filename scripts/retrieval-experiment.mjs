/**
 * Measures retrieval and compares it with experiments/data/retrieval.yaml: node scripts/retrieval-experiment.mjs
 * [--work FOLDER] [set ...]. The sets are folders of WINNOW_DATA, and `corpus`, the sample corpus. The first run embeds
 * for many minutes; FOLDER keeps the vectors for the next. Exit code 1 when a score is not as expected. Rows for the
 * reranker are compared only with --rerank, which takes a second per question.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: 'string', default: join(homedir(), '.winnow', 'experiments') },
    rerank: { type: 'boolean', default: false },
  },
});
const { tolerance, sets } = parse(readFileSync(join(root, 'experiments/data/retrieval.yaml'), 'utf8'));
const { WINNOW_DATA } = process.env;
const METRICS = ['nDCG@10', 'recall@10', 'allGold@10'];
const counts = { OK: 0, FAIL: 0, SKIPPED: 0 };

for (const { set, chunk, limit, passages, reranked = false, expected } of sets) {
  const folder = set === 'corpus' ? root : WINNOW_DATA;
  if ((positionals.length > 0 && !positionals.includes(set)) || (reranked && !values.rerank)) continue;
  if (!folder) {
    counts.SKIPPED += 1;
    console.log(`SKIPPED  ${set}: WINNOW_DATA is not set`);
    continue;
  }
  const flags = [...(reranked ? ['--rerank'] : []), ...(limit ? [`--limit=${limit}`] : [])];
  const measured = measure([folder, values.work, ...flags, `${set}:${chunk}`]);
  const cut = `${set}:${chunk}`;
  if (passages) comparePassages({ cut, passages, row: measured[0] });
  for (const [way, figures] of Object.entries(expected))
    compare({ cut, way, figures, row: measured.find((row) => row.way === way) });
}
console.log(`${counts.OK} as expected, ${counts.FAIL} not, ${counts.SKIPPED} sets skipped`);
process.exitCode = counts.FAIL > 0 ? 1 : 0;

function measure(args) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'bench/run.mjs'), 'retrieval-quality', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The measurement of ${args.at(-1)} ended with ${status}.`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Within a twentieth: the parser may find a section more or less. */
function comparePassages({ cut, passages, row }) {
  const verdict = row && Math.abs(row.passages - passages) <= passages / 20 ? 'OK' : 'FAIL';
  counts[verdict] += 1;
  console.log(`${verdict.padEnd(4)}  ${cut}  passages  expected ${passages} ± 5%  measured ${row?.passages ?? '-'}`);
}

/** `figures` are the metrics in the order of METRICS. */
function compare({ cut, way, figures, row }) {
  for (const [at, metric] of METRICS.entries()) {
    const verdict = row && Math.abs(row[metric] - figures[at]) <= tolerance + 1e-9 ? 'OK' : 'FAIL';
    counts[verdict] += 1;
    console.log(
      `${verdict.padEnd(4)}  ${cut}  ${way.padEnd(24)}  ${metric.padEnd(10)}  expected ${figures[at]} ± ${tolerance}  measured ${row?.[metric] ?? '-'}`,
    );
  }
}
