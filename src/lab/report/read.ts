/** From folders to the data of a report: one run, one grid, or two runs side by side. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { usageError } from '../../core/errors.js';
import { type Expression, parseExpression } from '../../text/stats/expression.js';
import { compareSides, readSide } from '../compare/compare.js';
import type { GridFile } from '../grid/file.js';
import type { GridSummary } from '../grid/summary.js';
import { METRICS } from '../run/metrics.js';
import type { Scores } from '../run/scores.js';
import { assembled, type ReportChoice, type Response } from './assemble.js';
import type { ReportData } from './data.js';
import { readJson, readRun } from './read-run.js';

export function readReport(choice: ReportChoice): ReportData {
  const [first, second, ...more] = choice.sources;
  if (first === undefined || more.length > 0) throw usageError('Name one run or grid, or two runs to compare.');
  if (second !== undefined) return readComparison([first, second], choice);
  return existsSync(join(first, 'grid.json')) ? readGrid(first, choice) : readOne(first, choice);
}

function readOne(source: string, choice: ReportChoice): ReportData {
  const run = readRun(source);
  const title = `${basename(resolve(run.folder))}: ${run.labels.length === 1 ? run.labels[0] : `${run.labels.length} pipelines`}`;
  return assembled([run], { choice, kind: 'run', title });
}

function readComparison(sources: readonly [string, string], choice: ReportChoice): ReportData {
  const sides = sources.map((source) => readSide(source, { id: 'id', where: [] }));
  const runs = sources.map((source, at) => {
    const run = readRun(source);
    const label = sides[at]!.label;
    return { ...run, labels: [label], rows: run.rows.filter(({ pipeline }) => pipeline === label) };
  });
  const metrics =
    choice.metric === undefined
      ? undefined
      : [choice.metric, ...sides[0]!.metrics.filter((name) => name !== choice.metric)];
  const comparison = compareSides(sides[0]!, sides[1]!, { metrics, seed: runs[0]!.record.seed, show: choice.show });
  const metric = choice.metric ?? comparison.metrics[0]?.metric;
  const data = assembled(runs, { choice: { ...choice, metric }, kind: 'comparison', title: '' });
  const [left, right] = data.columns.map(({ label }) => label);
  return { ...data, title: `${left} against ${right}`, comparison };
}

function readGrid(folder: string, choice: ReportChoice): ReportData {
  const summaryFile = join(folder, 'summary.json');
  if (!existsSync(summaryFile))
    throw usageError(
      `The grid in ${folder} is not finished. Go on with it first: winnow grid <experiment.yaml> --out ${folder} --resume`,
    );
  const grid = readJson(summaryFile) as GridSummary;
  const { grid: file } = readJson(join(folder, 'grid.json')) as { readonly grid: Pick<GridFile, 'options'> };
  const there = new Set(readdirSync(join(folder, 'points')));
  const points = grid.points
    .filter(({ name }) => there.has(name))
    .toSorted((left, right) => right.response - left.response);
  const runs = points.map(({ name }) => readRun(join(folder, 'points', name)));
  if (runs.length === 0) throw usageError(`The points of the grid in ${folder} are gone; only its summary is left.`);
  const response = byQuestion(grid.response);
  const data = assembled(runs, {
    choice: { ...choice, metric: choice.metric ?? response?.name },
    kind: 'grid',
    title: `Grid ${grid.name}`,
    response,
    settingsOf: (label) => ({ ...file.options, ...grid.points.find(({ name }) => name === label)?.settings }),
  });
  return { ...data, records: data.records.slice(0, 1), grid };
}

/** The response of a single question; `undefined` for one over groups of questions. A plain metric keeps its name. */
function byQuestion(text: string): Response | undefined {
  const plain = METRICS.includes(text);
  const { names, evaluate }: Expression = parseExpression(plain ? `\`${text}\`` : text);
  if (names.some((name) => name.includes('@'))) return undefined;
  const of = (measures: Scores) =>
    names.every((name) => typeof measures[name] === 'number') ? evaluate((name) => measures[name] as number) : null;
  return { name: plain ? text : 'response', of };
}
