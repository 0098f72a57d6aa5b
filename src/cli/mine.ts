/** `winnow mine`: a new question set from the hard questions of a run, mixed with others. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { usageError } from '../core/errors.js';
import { readFileText } from '../core/files.js';
import { minedLine, mineQuestions } from '../lab/compare/mine.js';
import type { QuestionFormat } from '../lab/datasets/detect.js';
import { readQuestions } from '../lab/datasets/questions.js';
import type { RunRecord } from '../lab/run/record.js';
import { readRows } from '../lab/run/rows-file.js';
import { notNegative, wholeAboveZero } from './common.js';
import { writeOutput } from './output.js';

type MineFlags = {
  readonly out: string;
  readonly pipeline?: string;
  readonly metric: string;
  readonly size: number;
  readonly hard: number;
  readonly seed: number;
  readonly data?: string;
};

export function mineCommand(): Command {
  return new Command('mine')
    .argument('<run>', 'the folder of a run, made by "winnow eval --out"')
    .requiredOption('--out <file>', 'where the new questions are written, as JSONL')
    .option('--pipeline <label>', 'the pipeline whose scores count, if the run has several')
    .option('--metric <name>', 'the score by which a question is hard', 'contains')
    .option('-n, --size <n>', 'questions in the new set', wholeAboveZero, 100)
    .option('--hard <n>', 'how many of them are hard', notNegative, 15)
    .option('--seed <n>', 'seed of the draw', notNegative, 0)
    .option('--data <file|folder>', 'the questions of the run, if they have moved')
    .action(runMine);
}

function runMine(folder: string, flags: MineFlags): void {
  const { out, hard: wanted, metric } = flags;
  const mined = mineQuestions(readRun(folder, flags), flags);
  writeOutput(out, mined.map((one) => `${minedLine(one)}\n`).join(''));
  const [tricky, challenging, random] = ['tricky', 'challenging', 'random'].map(
    (kind) => mined.filter((one) => one.kind === kind).length,
  ) as [number, number, number];
  process.stdout.write(
    `${mined.length} questions in ${out}: ${tricky} tricky, ${challenging} challenging, ${random} random.\n`,
  );
  if (tricky + challenging < wanted)
    process.stderr.write(
      `${wanted} hard ones were wanted; by ${metric} the run has ${tricky + challenging}, the others score as high as can be.\n`,
    );
}

function readRun(folder: string, { pipeline, data }: MineFlags) {
  const [rowsFile, recordFile] = [join(folder, 'rows.jsonl'), join(folder, 'run.json')];
  if (!existsSync(rowsFile) || !existsSync(recordFile))
    throw usageError(`${folder} holds no run. Make one: winnow eval --data <questions> --out ${folder}`);
  const all = readRows(rowsFile).rows;
  const labels = [...new Set(all.map((row) => row.pipeline))];
  const chosen = pipeline ?? (labels.length === 1 ? labels[0] : undefined);
  if (chosen === undefined || !labels.includes(chosen))
    throw usageError(`The run holds the pipelines ${labels.join(', ')}. Choose one by --pipeline.`);
  const record = JSON.parse(readFileText(recordFile, { advice: 'Give the folder of a run.' })) as RunRecord;
  const path = data ?? record.data.path;
  if (!existsSync(path))
    throw usageError(`The questions of the run are no longer at ${path}. Say where they are by --data.`);
  const { rows: questions } = readQuestions(path, { format: record.data.format as QuestionFormat, skipBad: true });
  return { rows: all.filter((row) => row.pipeline === chosen), questions };
}
