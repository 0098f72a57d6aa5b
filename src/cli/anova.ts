/** `winnow anova`: which factors of a grid of scores matter, as the G-RAG paper's Table 2. */
import { Command, InvalidArgumentError } from 'commander';
import { usageError } from '../core/errors.js';
import {
  columnOf,
  numbersOf,
  readScoreTable,
  rowsHaving,
  type ScoreTable,
  scoreTableOf,
} from '../lab/compare/score-table.js';
import { gRagExample } from '../pipelines/g-rag/published-grid.js';
import { type AnovaRow, type AnovaTable, anova, type SquaresType } from '../text/stats/anova.js';
import { parseExpression } from '../text/stats/expression.js';
import { printResult } from './output.js';
import { titledRows } from './table.js';
import type { Style } from './terminal.js';

type AnovaFlags = {
  readonly scores?: string;
  readonly example?: string;
  readonly response?: string;
  readonly model?: string;
  readonly type: SquaresType;
  readonly json?: boolean;
};

export function anovaCommand(): Command {
  return new Command('anova')
    .option('--scores <file>', 'CSV, TSV or JSONL: one row per configuration, or per configuration and question')
    .option('--response <expression>', 'what is explained, e.g. "0.6*relevance_score+0.4*faithfulness_score"')
    .option('--model <terms>', 'what explains it, e.g. "a*b*c + d*e"; columns count as categories, numbers too')
    .option(
      '--example <name>',
      "published scores in place of a file; g-rag: the paper's Table 2, from its authors' scores of 96 points",
    )
    .option('--type <n>', 'sums of squares of type 1, 2 or 3', parseType, 2)
    .option('--json', 'print the table as one JSON object')
    .action((flags: AnovaFlags) => {
      const table = tableOf(flags);
      printResult(table, flags.json, (style) => renderAnova(table, style));
    });
}

function parseType(value: string): SquaresType {
  const type = { '1': 1, '2': 2, '3': 3, I: 1, II: 2, III: 3 }[value] as SquaresType | undefined;
  if (type === undefined) throw new InvalidArgumentError('It must be 1, 2 or 3.');
  return type;
}

type AnovaInput = { readonly scores: ScoreTable; readonly response: string; readonly model: string };

/** What the flags name; an example has a response and a model of its own, which flags may replace. */
function readAnovaInput({ scores, example, response, model }: AnovaFlags): AnovaInput {
  if (example !== undefined && (example !== 'g-rag' || scores !== undefined))
    throw usageError(
      example === 'g-rag' ? 'Either --scores or --example.' : `There is no example "${example}". There is: g-rag.`,
    );
  if (example !== undefined)
    return {
      scores: scoreTableOf(gRagExample.csv, 'the scores of G-RAG'),
      response: response ?? gRagExample.response,
      model: model ?? gRagExample.model,
    };
  if (scores === undefined || response === undefined || model === undefined)
    throw usageError('Give --scores, --response and --model; or --example g-rag to see how it looks.');
  return { scores: readScoreTable(scores), response, model };
}

function tableOf(flags: AnovaFlags): AnovaTable {
  const { scores: all, response, model } = readAnovaInput(flags);
  const { names, evaluate } = parseExpression(response);
  const table = rowsHaving(all, names);
  const leftOut = all.rows.length - table.rows.length;
  if (leftOut > 0)
    process.stderr.write(`${leftOut} of ${all.rows.length} rows have no value for ${response} and are left out.\n`);
  const columns = new Map(names.map((name) => [name, numbersOf(table, name)]));
  const values = table.rows.map((_, at) => evaluate((name) => columns.get(name)?.[at] as number));
  return anova({ model, type: flags.type, response: values, factor: (name) => columnOf(table, name) });
}

/** By falling sums of squares, four decimals, a star below 0.05: as the paper prints it. */
export function renderAnova({ rows, residual, n }: AnovaTable, style: Style): string {
  const sorted = rows.toSorted((left, right) => right.ss - left.ss);
  const table = titledRows(
    [
      ['Component', 'SS', 'DF', 'MS', 'F', 'PR(>F)', 'omega2', 'omega2N'],
      ...sorted.map((row) => [
        row.term,
        figure(row.ss),
        `${row.df}`,
        figure(row.ms),
        figure(row.f),
        probability(row),
        figure(row.omega2),
        figure(row.omega2N),
      ]),
      ['Residual', figure(residual.ss), `${residual.df}`, figure(residual.ms), '-', '-', '-', '-'],
    ],
    style,
    'right',
  );
  const notes = [
    `${n} observations. * below 0.05. Partial omega squared: omega2 = df (F - 1) / (df (F - 1) + residual df + df + 1), as the paper prints it;`,
    'omega2N = df (F - 1) / (df (F - 1) + observations), the textbook form. Below zero means no effect.',
  ];
  return [...table, '', ...notes.map(style.dim)].join('\n');
}

function figure(value: number): string {
  return value.toFixed(4).replace(/^-(0\.0000)$/, '$1');
}

function probability({ p, log10p }: AnovaRow): string {
  const shown = p < 0.0001 ? (log10p < -300 ? `1e${Math.floor(log10p)}` : '<0.0001') : p.toFixed(4);
  return p < 0.05 ? `${shown}*` : shown;
}
