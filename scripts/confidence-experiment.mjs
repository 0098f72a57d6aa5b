/**
 * Fits the confidence on the tuning questions, measures it on others and compares both with
 * experiments/data/confidence.yaml:
 * node scripts/confidence-experiment.mjs [--work FOLDER] [--fresh]. Asking takes most of an hour; FOLDER keeps the answers for the next time,
 * which is right as long as pipelines and signals stay the same; --fresh asks again. Exit code 1 when a figure is not
 * as expected.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    work: { type: 'string', default: join(homedir(), '.winnow', 'experiments', 'confidence') },
    fresh: { type: 'boolean', default: false },
  },
});
const expected = parse(readFileSync(join(root, 'experiments/data/confidence.yaml'), 'utf8'));
const fileOf = (set) => join(values.work, `${set}.jsonl`);
let failed = 0;

mkdirSync(values.work, { recursive: true });
const fitted = ['tune', 'extra'];
for (const set of fitted) collect(set);
const written = ['written', 'unrepaired'];
for (const set of written) collect(set, [fileOf('tune')]);

const [{ fitted: model }, validated] = bench(['fit', ...[...fitted, ...written].map(fileOf)]);
compare('bias', expected.model.bias, model.bias, expected.tolerance.weight);
for (const [name, { weight }] of Object.entries(expected.model.signals))
  compare(`weight of ${name}`, weight, model.signals[name]?.weight, expected.tolerance.weight);
show('tuning questions, cross-validated', validated);

for (const [set, figures] of Object.entries(expected.sets)) {
  if (set !== 'test' && !process.env.WINNOW_DATA) {
    console.log(`SKIPPED  ${set}: WINNOW_DATA is not set`);
    continue;
  }
  collect(set);
  const measured = bench(['measure', fileOf(set)]);
  for (const row of measured) show(`${set}, ${row.of}`, row);
  for (const [of, { ece, aurc }] of Object.entries(figures)) {
    const row = measured.find((candidate) => candidate.of === of);
    compare(`${set}, ${of}: ece`, ece, row?.ece[0], expected.tolerance.figure);
    compare(`${set}, ${of}: aurc`, aurc, row?.aurc[0], expected.tolerance.figure);
  }
}
process.exitCode = failed > 0 ? 1 : 0;

function collect(set, more = []) {
  if (values.fresh) rmSync(fileOf(set), { force: true });
  if (!existsSync(fileOf(set))) console.error(`asking the questions of ${set} ...`);
  bench(['collect', set, fileOf(set), ...more]);
}

function bench(args) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'bench/run.mjs'), 'confidence', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`confidence ${args.join(' ')} ended with ${status}.`);
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** "ece 0.061 [0.040, 0.100]" */
function show(what, row) {
  const figure = (name) =>
    `${name} ${row[name][0].toFixed(3)} [${row[name][1].toFixed(3)}, ${row[name][2].toFixed(3)}]`;
  const names = ['ece', 'aurc', 'excess', 'brier'];
  console.log(`${what}: ${row.answers} answers, ${row.right.toFixed(3)} right, ${names.map(figure).join(', ')}`);
}

function compare(what, value, measured, tolerance) {
  const isSame = measured !== undefined && Math.abs(measured - value) <= tolerance + 1e-9;
  if (!isSame) failed += 1;
  console.log(
    `${isSame ? 'OK  ' : 'FAIL'}  ${what.padEnd(44)}  expected ${value} ± ${tolerance}  measured ${measured ?? '-'}`,
  );
}
