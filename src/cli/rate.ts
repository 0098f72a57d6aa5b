/** `winnow rate`: a blind sheet for people from the answers of a run, and the filled sheets read back. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { usageError } from '../core/errors.js';
import { makeFolder } from '../core/write-files.js';
import { readKey, readSheets } from '../lab/rate/read.js';
import { type RatingReport, reportRatings } from '../lab/rate/report.js';
import { CRITERIA, drawItems, type SheetFormat, sheetText } from '../lab/rate/sheet.js';
import { collect, notNegative, wholeAboveZero } from './common.js';
import { printResult, rowsOfRun, writeOutput } from './output.js';
import { figure, titledRows } from './table.js';
import { printable, type Style } from './terminal.js';

type RateFlags = {
  readonly pipeline?: readonly string[];
  readonly questions: number;
  readonly format: SheetFormat;
  readonly out?: string;
  readonly seed: number;
  readonly read?: readonly string[];
  readonly key?: string;
  readonly force?: boolean;
  readonly json?: boolean;
};

export function rateCommand(): Command {
  return new Command('rate')
    .argument('<run>', 'the folder of a run, made by "winnow eval --out" or "winnow ablate --out"')
    .option('--pipeline <label>', 'rate this pipeline of the run; may be repeated (default: all)', collect)
    .option('-n, --questions <n>', 'questions on the sheet', wholeAboveZero, 20)
    .option('--format <csv|md>', 'a table for a spreadsheet, or Markdown for an editor', parseFormat, 'csv')
    .option('--out <folder>', 'where the sheet and key.json are written (default: rating in the folder of the run)')
    .option('--force', 'write over a sheet that is there')
    .option('--seed <n>', 'seed of the draw, the order and the intervals', notNegative, 0)
    .option('--read <sheet...>', 'read these filled sheets, each named after its rater')
    .option('--key <file>', 'with --read: the key of the sheet (default: rating/key.json in the folder of the run)')
    .option('--json', 'with --read: print the result as one JSON object')
    .action((run: string, flags: RateFlags) => {
      const place = flags.out ?? join(run, 'rating');
      if (flags.read) read(flags.read, flags.key ?? join(place, 'key.json'), flags);
      else write(run, place, flags);
    });
}

function parseFormat(value: string): SheetFormat {
  if (value !== 'csv' && value !== 'md') throw new InvalidArgumentError('It must be csv or md.');
  return value;
}

function write(run: string, place: string, { pipeline, questions, format, seed, force }: RateFlags): void {
  const rows = rowsOfRun(run);
  const labels = [...new Set(rows.map((row) => row.pipeline))];
  const unknown = pipeline?.find((label) => !labels.includes(label));
  if (unknown !== undefined)
    throw usageError(`The run holds no pipeline "${unknown}". It holds: ${labels.join(', ')}.`);
  const sheetFile = join(place, `sheet.${format}`);
  const keyFile = join(place, 'key.json');
  if (!force && existsSync(keyFile))
    throw usageError(
      `${place} holds a sheet already, and its key would be lost. Give another folder by --out, or --force.`,
    );
  const { key, items } = drawItems({
    rows: pipeline ? rows.filter((row) => pipeline.includes(row.pipeline)) : rows,
    questions,
    seed,
  });
  makeFolder(place);
  writeOutput(keyFile, `${JSON.stringify(key, null, 2)}\n`);
  writeOutput(sheetFile, sheetText(items, format));
  process.stdout.write(
    `${items.length} answers of ${key.pipelines.length} pipelines in ${sheetFile}. Give each rater a copy named after them, and key.json to none.\n` +
      `Then: winnow rate ${run} --read <sheets> --key ${keyFile}\n`,
  );
}

function read(files: readonly string[], keyFile: string, { seed, json }: RateFlags): void {
  const key = readKey(keyFile);
  const report = reportRatings(readSheets(files, key), key, seed);
  printResult(report, json, (style) => renderRatings(report, style));
}

export function renderRatings(
  { raters, questions, pipelines, alpha, ballots, empty }: RatingReport,
  style: Style,
): string {
  const table = titledRows(
    [
      ['pipeline', ...CRITERIA, 'Borda', ...CRITERIA],
      ...pipelines.map(({ pipeline, means, borda }) => [
        printable(pipeline),
        ...CRITERIA.map((name) => intervalText(means[name])),
        figure(borda.total, 1),
        ...CRITERIA.map((name) => figure(borda[name], 1)),
      ]),
      ["Krippendorff's alpha", ...CRITERIA.map((name) => figure(alpha[name], 3)), '', ...CRITERIA.map(() => '')],
    ],
    style,
    'right',
  );
  const left =
    empty > 0
      ? [
          `${empty} places were left empty; ${ballots.incomplete} of ${ballots.counted + ballots.incomplete} ballots do not count for it.`,
        ]
      : [];
  return [
    `${raters.length} raters (${raters.map(printable).join(', ')}), ${questions} questions, ratings 0 to 2`,
    '',
    ...table,
    '',
    ...left,
    style.dim(
      'Means with 95 % bootstrap intervals over questions. Borda: a point for each pipeline rated lower by a rater on a question, half for a tie.',
    ),
    style.dim(
      'Alpha for ordered values (Krippendorff 2011): 1 is full agreement, 0 is chance; - with one rater or where all ratings are the same.',
    ),
  ].join('\n');
}

function intervalText({ mean, low, high }: { mean: number | null; low: number | null; high: number | null }): string {
  return `${figure(mean, 2)} [${figure(low, 2)}, ${figure(high, 2)}]`;
}
