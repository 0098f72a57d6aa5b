/** `winnow report`: a run, a grid, or two runs side by side, as one HTML file that opens from disk. */

import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { reportPage } from '../lab/report/page.js';
import { readReport } from '../lab/report/read.js';
import { notNegative } from './common.js';
import { writeOutput } from './output.js';

type ReportFlags = {
  readonly out?: string;
  readonly metric?: string;
  readonly baseline?: string;
  readonly data?: string;
  readonly worst: number;
};

export function reportCommand(): Command {
  return new Command('report')
    .argument('<run>', 'the folder of a run or of a grid (folder:label for one pipeline of a run)')
    .argument('[other]', 'a second run, to be compared with the first')
    .option(
      '--out <file.html>',
      'where it is written (default: report.html in the folder, <first>-<second>.html for two)',
    )
    .option(
      '--metric <name>',
      'the score that charts, heat map and worst questions go by (default: the first that all have, or the response of a grid)',
    )
    .option('--baseline <label>', 'the pipeline that the others are compared with (default: the first)')
    .option('--data <file|folder>', 'the questions of the run, if they have moved')
    .option('--worst <n>', 'how many of the worst questions, and of those that differ most, are shown', notNegative, 10)
    .action(runReport);
}

function runReport(first: string, second: string | undefined, flags: ReportFlags): void {
  const sources = second === undefined ? [first] : [first, second];
  const page = reportPage(readReport({ ...flags, sources, show: flags.worst }), flags);
  const out = flags.out ?? defaultFile(sources);
  writeOutput(out, page);
  process.stdout.write(`${out} (${size(Buffer.byteLength(page))})\n`);
}

function defaultFile(sources: readonly string[]): string {
  const [first = ''] = sources;
  if (sources.length > 1)
    return `${sources.map((source) => basename(resolve(source)).replace(/[^\p{L}\p{N}._-]+/gu, '-')).join('-')}.html`;
  const isFolder = statSync(first, { throwIfNoEntry: false })?.isDirectory() === true;
  return `${isFolder ? first : first.slice(0, first.lastIndexOf(':'))}/report.html`;
}

const size = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
