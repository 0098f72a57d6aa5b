/**
 * Measures how conflicts between sources are reported and compares it with experiments/data/conflicts.yaml: node
 * scripts/conflicts-experiment.mjs. Exit code 1 when a figure is not as expected. RGB needs WINNOW_DATA.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { tolerance, ...sets } = parse(readFileSync(join(root, 'experiments/data/conflicts.yaml'), 'utf8'));
let failed = 0;

for (const [set, expected] of Object.entries(sets)) {
  if (set === 'rgb' && !process.env.WINNOW_DATA) {
    console.log('SKIPPED  rgb: set WINNOW_DATA to the data folder.');
    continue;
  }
  const measured = measure(set);
  for (const [figure, value] of Object.entries(expected)) compare(`${set} ${figure}`, value, measured[figure]);
}
process.exitCode = failed > 0 ? 1 : 0;

function measure(set) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'bench/run.mjs'), 'conflicts', set], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The measurement of ${set} ended with ${status}.`);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

function compare(what, expected, measured) {
  const isSame = measured !== undefined && Math.abs(measured - expected) <= tolerance + 1e-9;
  if (!isSame) failed += 1;
  console.log(
    `${isSame ? 'OK  ' : 'FAIL'}  ${what.padEnd(24)}  expected ${expected} ± ${tolerance}  measured ${measured ?? '-'}`,
  );
}
