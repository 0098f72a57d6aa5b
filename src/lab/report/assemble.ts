/** Runs put together: their columns beside each other, their questions in one order. */
import { basename, resolve } from 'node:path';
import { usageError } from '../../core/errors.js';
import { parsePipelineChoice } from '../run/pipelines.js';
import type { RunRecord } from '../run/record.js';
import type { Scores } from '../run/scores.js';
import { type Column, metricsIn, type ReportData, type ReportQuestion, reportMeasures, valuesOf } from './data.js';
import { type AskedQuestions, questionsOf, type ReadRun, summariesOf } from './read-run.js';

export type ReportChoice = {
  /** One run or grid, or two runs. */
  readonly sources: readonly string[];
  /** Where the questions are, if they have moved. */
  readonly data?: string | undefined;
  readonly metric?: string | undefined;
  /** The label that others are compared with; the first by default. */
  readonly baseline?: string | undefined;
  /** How many of the questions that differ most a comparison shows. */
  readonly show: number;
};

export type Response = { readonly name: string; readonly of: (measures: Scores) => number | null };

export type AssembleOptions = Pick<ReportData, 'kind' | 'title'> & {
  readonly choice: ReportChoice;
  readonly response?: Response | undefined;
  /** The options chosen for a column; by default its label says them. */
  readonly settingsOf?: (label: string, pipeline: Column['pipeline']) => Column['settings'];
};

export function assembled(
  runs: readonly ReadRun[],
  { choice, kind, title, response, settingsOf = labelled }: AssembleOptions,
): ReportData {
  const records = runs.map(({ record }) => record);
  const asked = questionsOf(records[0] as RunRecord, choice.data);
  const questions = questionsIn(runs, asked);
  const columns = columnsOf(runs, questions, { response, settingsOf });
  const metrics = metricsIn(columns.flatMap(({ rows }) => rows));
  const notes = [...runs.flatMap((run) => run.notes), ...asked.notes];
  return {
    kind,
    title,
    records,
    columns,
    questions,
    total: runs.reduce((sum, { record, labels }) => sum + record.data.questions * labels.length, 0),
    metrics,
    main: mainMetric(choice.metric, metrics, columns),
    baseline: baselineOf(choice.baseline, columns),
    grid: undefined,
    comparison: undefined,
    notes,
  };
}

/** In the order of their file where it is known: rows end in any order. */
function questionsIn(runs: readonly ReadRun[], { byId }: AskedQuestions): ReportQuestion[] {
  const rows = new Map(runs.flatMap((run) => run.rows).map((row) => [row.id, row]));
  const places = new Map([...byId.keys()].map((id, at) => [id, at]));
  const placeOf = (id: string) => places.get(id) ?? places.size;
  return [...rows.values()]
    .map(({ id, question, type, split }) => ({ id, question, type, split, gold: byId.get(id) }))
    .sort((left, right) => placeOf(left.id) - placeOf(right.id));
}

/** A label such as `hifi-rag,refine=false` says the options; any other says nothing, and then all of them count. */
function labelled(label: string, pipeline: Column['pipeline']): Column['settings'] {
  const said = pipeline && label.startsWith(pipeline.name) ? parsePipelineChoice(label) : undefined;
  if (said && said.name === pipeline?.name) return said.options ?? {};
  return (pipeline?.options ?? {}) as Column['settings'];
}

type ColumnOptions = Required<Pick<AssembleOptions, 'settingsOf'>> & Pick<AssembleOptions, 'response'>;

function columnsOf(
  runs: readonly ReadRun[],
  questions: readonly ReportQuestion[],
  { response, settingsOf }: ColumnOptions,
): Column[] {
  const places = new Map(questions.map(({ id }, at) => [id, at]));
  const ids = questions.map(({ id }) => id);
  const named = runs.flatMap((run) => run.labels.map((label) => ({ run, label })));
  const twice = (label: string) => named.filter((one) => one.label === label).length > 1;
  const summaries = new Map(runs.map((run) => [run, summariesOf(run, ids)]));
  return named.map(({ run, label }, at) => {
    const rows = run.rows
      .filter(({ pipeline }) => pipeline === label)
      .map((row) => {
        const measures = reportMeasures(row);
        const whole = response ? { ...measures, [response.name]: response.of(measures) } : measures;
        return { row, column: at, question: places.get(row.id) as number, line: run.lineOf(row), measures: whole };
      })
      .sort((left, right) => left.question - right.question);
    const shown = twice(label) ? `${label} (${basename(resolve(run.folder))})` : label;
    const pipeline = run.record.pipelines[label];
    return {
      at,
      label: shown,
      folder: run.folder,
      pipeline,
      settings: settingsOf(label, pipeline),
      rows,
      summary: summaries.get(run)![label]!,
    };
  });
}

function mainMetric(wanted: string | undefined, metrics: readonly string[], columns: readonly Column[]): string {
  if (wanted !== undefined && !metrics.includes(wanted))
    throw usageError(`No row has a score "${wanted}". There are: ${metrics.join(', ')}.`);
  return (
    wanted ?? metrics.find((metric) => columns.every((column) => valuesOf(column, metric).length > 0)) ?? 'seconds'
  );
}

function baselineOf(wanted: string | undefined, columns: readonly Column[]): number {
  const at = wanted === undefined ? 0 : columns.findIndex(({ label }) => label === wanted);
  if (at < 0)
    throw usageError(`There is no pipeline "${wanted}". There are: ${columns.map(({ label }) => label).join(', ')}.`);
  return at;
}
