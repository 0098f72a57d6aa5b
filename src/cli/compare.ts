/** `winnow compare A B`: two runs, or two files of scores, on the same questions. */
import { Command, InvalidArgumentError } from 'commander';
import { type Comparison, compareSides, type DifferentAnswer, readSide } from '../lab/compare/compare.js';
import type { Where } from '../lab/compare/score-table.js';
import { collect, notNegative } from './common.js';
import { EXIT } from './exit.js';
import { type FallbackFlags, STAND_IN_MARK, withFallbackOption } from './fell-back.js';
import { printResult } from './output.js';
import { corrected, probability, signed, titledRows } from './table.js';
import { oneLine, type Style } from './terminal.js';

type CompareFlags = FallbackFlags & {
  readonly id: string;
  readonly where: readonly Where[];
  readonly metric?: readonly string[];
  readonly seed: number;
  readonly show: number;
  readonly json?: boolean;
};

export function compareCommand(): Command {
  return withFallbackOption(new Command('compare'))
    .argument(
      '<first>',
      'the folder of a run (folder:label for one of its pipelines), or a CSV, TSV or JSONL file of scores',
    )
    .argument('<second>', 'the same, for the other side')
    .option('--id <column>', 'in files of scores: the column that names the question', 'id')
    .option('--where <column=value>', 'in files of scores: only these rows; may be repeated', collectWhere, [])
    .option('--metric <name>', 'compare this metric; may be repeated (default: all that measure quality)', collect)
    .option('--show <n>', 'how many of the questions that differ most are shown', notNegative, 5)
    .option('--seed <n>', 'seed of interval and permutation test', notNegative, 0)
    .option('--json', 'print the comparison as one JSON object')
    .action((first: string, second: string, flags: CompareFlags) => {
      process.exitCode = runCompare(first, second, flags);
    });
}

function runCompare(first: string, second: string, flags: CompareFlags): number {
  const { metric: metrics, seed, show } = flags;
  const comparison = compareSides(readSide(first, flags), readSide(second, flags), { metrics, seed, show });
  printResult(comparison, flags.json, (style) => renderComparison(comparison, style, flags));
  return isMostlyFallback(comparison, flags) ? EXIT.failure : EXIT.answered;
}

function collectWhere(value: string, previous: readonly Where[]): readonly Where[] {
  const equals = value.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('It must look like column=value.');
  return [...previous, { column: value.slice(0, equals), value: value.slice(equals + 1) }];
}

/** Most of a side is not its model's: the comparison says nothing of the two models. */
function isMostlyFallback({ standIns, questions }: Comparison, { allowFallback }: FallbackFlags): boolean {
  return !allowFallback && standIns.some((count) => count * 2 > questions);
}

function standInLines({ first, second, standIns }: Comparison, allowFallback: boolean): string[] {
  const counted = allowFallback ? `count all the same (--allow-fallback, ${STAND_IN_MARK})` : 'count as failed';
  return [first, second].flatMap((label, at) =>
    (standIns[at] ?? 0) > 0
      ? [`${oneLine(label)}: ${standIns[at]} answers were not written by the model and ${counted}`]
      : [],
  );
}

const HEADINGS = ['metric', 'first', 'second', 'wins/losses/ties', 'second - first', 'p', 'p (Holm)'];

export function renderComparison(
  comparison: Comparison,
  style: Style,
  { allowFallback = false }: FallbackFlags = {},
): string {
  const { first, second, questions, unmatched, metrics, differing } = comparison;
  const cells = metrics.map((test) => [
    oneLine(test.metric),
    test.first.toFixed(3),
    test.second.toFixed(3),
    `${test.wins}/${test.losses}/${test.ties}`,
    `${signed(test.difference)} [${signed(test.low)}, ${signed(test.high)}]`,
    probability(test.p),
    corrected(test.pHolm),
  ]);
  return [
    `first:  ${oneLine(first)}`,
    `second: ${oneLine(second)}`,
    `${questions} questions${unmatched > 0 ? `, ${unmatched} more that only one side has` : ''}; wins are the second's`,
    ...standInLines(comparison, allowFallback).map(style.warn),
    '',
    ...titledRows([HEADINGS, ...cells], style),
    '',
    style.dim('95 % paired bootstrap interval; two-sided permutation test; Holm over the metrics shown; * below 0.05.'),
    ...differing.flatMap((one) => ['', ...differingLines(one, style)]),
  ].join('\n');
}

function differingLines({ id, first, second, question, answers }: DifferentAnswer, style: Style): string[] {
  const title = style.bold(
    `${oneLine(id)}  ${first.toFixed(3)} -> ${second.toFixed(3)}${question ? `  ${oneLine(question)}` : ''}`,
  );
  return answers
    ? [
        title,
        `  first:  ${oneLine(answers[0], SHOWN_CHARACTERS)}`,
        `  second: ${oneLine(answers[1], SHOWN_CHARACTERS)}`,
      ]
    : [title];
}

/** As much of an answer as fits beside another. */
const SHOWN_CHARACTERS = 240;
