/**
 * Runs a measurement of bench/ and compares its figures with those expected. Shared by the scripts that keep
 * experiments/data honest.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const expectedIn = (name) => parse(readFileSync(join(root, 'experiments/data', name), 'utf8'));

/** The rows a benchmark prints, one JSON object a line. */
export function measure(bench, args) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'bench/run.mjs'), bench, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The measurement of ${args.join(' ')} ended with ${status}.`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Prints each comparison; `finish` sets the exit code to 1 when a figure was not as expected. */
export function comparing(tolerance) {
  let failed = 0;
  return {
    compare: (what, expected, measured) => {
      const isSame =
        expected === null || (typeof measured === 'number' && Math.abs(measured - expected) <= tolerance + 1e-9);
      if (!isSame) failed += 1;
      console.log(
        `${isSame ? 'OK  ' : 'FAIL'}  ${what.padEnd(44)}  expected ${expected ?? '-'} ± ${tolerance}  measured ${measured ?? '-'}`,
      );
    },
    finish: () => {
      process.exitCode = failed > 0 ? 1 : 0;
    },
  };
}
