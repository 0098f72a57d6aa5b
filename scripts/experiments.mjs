/**
 * Runs the experiments and compares their scores with the expected ones: npm run experiments [-- name ...].
 * Exit code 1 when a score is not as expected. Experiments on outside data are skipped unless WINNOW_DATA names its
 * folder. With --record, scores that have no expected value yet (null) are written into the experiment's file; with
 * --update also those that are not as expected, good or bad.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseDocument } from 'yaml';
import { buildIfStale } from './fresh-build.mjs';
import { measure } from './measured.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
await buildIfStale();
const { comparedLine, readExperiment, runExperiment } = await import('../dist/lab/run/experiment.js');
const { evalProgress } = await import('../dist/cli/eval-progress.js');
const { statusLine } = await import('../dist/cli/terminal.js');

const update = process.argv.includes('--update');
const record = update || process.argv.includes('--record');
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = readdirSync('experiments').filter((file) => file.endsWith('.yaml') && !file.startsWith('grid-'));
const experiments = files.sort().map((name) => {
  const file = join('experiments', name);
  const { bench, ...benched } = parse(readFileSync(file, 'utf8'));
  return bench ? { ...benched, bench, file } : { ...readExperiment(file), file };
});
const unknown = names.filter((name) => !experiments.some((experiment) => experiment.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no experiment ${unknown.join(', ')}. There are: ${experiments.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const counts = { OK: 0, FAIL: 0, NEW: 0, SKIPPED: 0 };
for (const experiment of experiments) {
  if (names.length > 0 && !names.includes(experiment.name)) continue;
  console.log(`${experiment.name}: ${experiment.about.trim()}`);
  if (experiment.config?.corpus && process.env.WINNOW_DATA) ingestCorpus(experiment);
  const ran = experiment.bench ? runBench(experiment) : await runWatched(experiment);
  if (ran === 'skipped') {
    counts.SKIPPED += 1;
    console.log('SKIPPED  WINNOW_DATA is not set');
    continue;
  }
  for (const compared of ran.compared) {
    counts[compared.verdict] += 1;
    console.log(comparedLine(compared));
  }
  if (record && !experiment.bench) recordMeasured(experiment.file, ran.compared);
}
const others = [
  counts.NEW > 0 && `${counts.NEW} without an expected score yet`,
  counts.SKIPPED > 0 && `${counts.SKIPPED} experiments skipped`,
];
console.log([`${counts.OK} as expected, ${counts.FAIL} not`, ...others.filter(Boolean)].join(', '));
process.stdout.write('', () => process.exit(counts.FAIL > 0 && !update ? 1 : 0));

/**
 * An experiment with `bench` runs bench/<bench>.ts with each list of arguments; a row of it is named by `key`, and each
 * expected figure is one of its fields.
 */
function runBench({ bench, key, needsData, tolerance, runs }) {
  if (needsData && !process.env.WINNOW_DATA) return 'skipped';
  const compared = runs.flatMap(({ args, expected }) => {
    const rows = new Map(measure(bench, args).map((row) => [key.map((field) => row[field]).join(' '), row]));
    return Object.entries(expected).flatMap(([name, figures]) =>
      Object.entries(figures).map(([metric, value]) => {
        const mean = rows.get(name)?.[metric] ?? null;
        const isNear = mean !== null && Math.abs(mean - value) <= tolerance + 1e-9;
        const measured = { mean, low: mean, high: mean, n: rows.get(name)?.n ?? 0 };
        return {
          pipeline: `${args.join(' ')}: ${name}`,
          metric,
          expected: value,
          tolerance,
          measured,
          verdict: isNear ? 'OK' : 'FAIL',
        };
      }),
    );
  });
  return { compared };
}

/** What is unchanged is not read again. */
function ingestCorpus({ data, config: { corpus, dataDirectory } }) {
  const file = join(data.replace(/^\$\{WINNOW_DATA\}/, process.env.WINNOW_DATA), 'corpus.jsonl');
  const args = ['dist/cli/main.js', 'ingest', file, '--corpus', corpus, '--data-directory', dataDirectory, '--quiet'];
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exit(1);
}

async function runWatched(experiment) {
  let progress;
  const line = statusLine(process.stderr);
  const onStart = (total) => {
    progress = evalProgress({ line, moving: process.stderr.isTTY === true, before: [], total });
    progress.start();
  };
  try {
    return await runExperiment(experiment, { onStart, onRow: (row) => progress.add(row) });
  } finally {
    progress?.stop();
  }
}

/**
 * Three decimals, as they are printed. A score that does not apply, such as the retrieval of a pipeline without any,
 * keeps its null.
 */
function recordMeasured(file, compared) {
  const document = parseDocument(readFileSync(file, 'utf8'));
  for (const { pipeline, metric, verdict, measured } of compared) {
    const mean = measured?.mean ?? null;
    if ((verdict === 'NEW' || (update && verdict === 'FAIL')) && mean !== null)
      document.setIn(['expected', pipeline, metric, 'value'], Number(mean.toFixed(3)));
  }
  writeFileSync(file, document.toString({ lineWidth: 0 }));
}
