/**
 * How far the confidence of an answer can be believed, without a language model. experiments/data/confidence.yaml holds
 * the figures.
 * node bench/run.mjs confidence collect <set> <file> [answers]   asks the set's questions; one answer a line, with its signals
 * node bench/run.mjs confidence fit <file ...>         the weights of src/text/confidence.ts, and their figures when cross-validated
 * node bench/run.mjs confidence measure <file ...>     calibration error and area under the risk-coverage curve
 * Sets: tune, extra, test (the sample corpus), written and unrepaired (a writer that errs over <file> of answers),
 * rgb-fact and popqa1000 (they need WINNOW_DATA).
 */
import { readFileSync } from 'node:fs';
import { confidenceOf } from '../src/text/confidence.js';
import { collect, type SetName } from './confidence/collect.js';
import { figuresOf, type Row } from './confidence/figures.js';
import { crossValidated, fitModel } from './confidence/fit.js';

const [what = 'measure', ...rest] = process.argv.slice(2);
const rowsIn = (files: readonly string[]): Row[] =>
  files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row),
  );
const print = (line: unknown): void => console.log(JSON.stringify(line));

if (what === 'collect') await collect(rest[0] as SetName, rest[1] as string, rest[2]);
if (what === 'fit') {
  const rows = rowsIn(rest);
  print({ fitted: fitModel(rows) });
  print({ of: 'cross-validated', ...figuresOf(crossValidated(rows)) });
}
if (what === 'measure') {
  const rows = rowsIn(rest);
  const graded = rows.map((row) => ({ ...row, confidence: confidenceOf(row.signals) }));
  print({ of: 'all', ...figuresOf(graded) });
  print({
    of: 'all, share of supported claims',
    ...figuresOf(rows.map((row) => ({ ...row, confidence: row.signals.supported ?? 0 }))),
  });
  print({
    of: 'all, the reader alone',
    ...figuresOf(rows.map((row) => ({ ...row, confidence: logistic(row.signals.reading ?? 0) }))),
  });
  for (const pipeline of new Set(rows.map((row) => row.pipeline)))
    print({ of: pipeline, ...figuresOf(graded.filter((row) => row.pipeline === pipeline)) });
}

/** A margin taken for a logit: a signal that nobody calibrated. */
function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
