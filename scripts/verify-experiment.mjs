/**
 * Measures verification and compares it with experiments/data/verify.yaml: node scripts/verify-experiment.mjs [rules|verifier|both ...].
 * Exit code 1 when a figure is not as expected. RGB and SciFact need WINNOW_DATA.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { tolerance, mutants, labelled } = parse(readFileSync(join(root, 'experiments/data/verify.yaml'), 'utf8'));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['rules', 'verifier', 'both'];
let failed = 0;

for (const way of wanted) {
  const rows = measure(['mutants', mutants.part, '0', way]);
  for (const [kind, value] of Object.entries(mutants[way]))
    compare(`mutants ${way} ${kind}`, value, rows.find((row) => row.kind === kind)?.flagged);
  for (const [set, ways] of Object.entries(labelled)) {
    if (way in ways && process.env.WINNOW_DATA) compare(`${set} ${way} accuracy`, ways[way], measure([set, way])[0]?.accuracy);
  }
}
process.exitCode = failed > 0 ? 1 : 0;

function measure(args) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'bench/run.mjs'), 'verify', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The measurement of ${args.join(' ')} ended with ${status}.`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function compare(what, expected, measured) {
  const isSame = expected === null || (measured !== undefined && Math.abs(measured - expected) <= tolerance + 1e-9);
  if (!isSame) failed += 1;
  console.log(`${isSame ? 'OK  ' : 'FAIL'}  ${what.padEnd(32)}  expected ${expected ?? '-'} ± ${tolerance}  measured ${measured ?? '-'}`);
}
