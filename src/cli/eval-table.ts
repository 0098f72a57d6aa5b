/**
 * The summary of an evaluation as aligned text: pipelines side by side, then each by type and split. All figures are in
 * summary.json.
 */
import { ASSUMED_TOKENS, type Estimate } from '../lab/run/estimate.js';
import { METRICS } from '../lab/run/metrics.js';
import type { Group, Metric, PipelineSummary, Summary } from '../lab/run/summary.js';
import { type FallbackFlags, fellBackLines, STAND_IN_MARK } from './fell-back.js';
import { alignedRows, figure, titledRows } from './table.js';
import { money, type Style } from './terminal.js';

/** Left to summary.json: variants that differ little, and counts of the funnel. */
const UNSHOWN =
  /^(?:retrieval\.precision$|bertScore\.|flexrag\.|rouge.*\.stemmed$|funnel\.(?!.*Dropped$)|calls$|tokens$|costUsd$|seconds$|failed$)/;

export function renderSummary(
  { pipelines, done, total }: Summary,
  style: Style,
  { allowFallback = false }: FallbackFlags = {},
): string {
  const entries = Object.entries(pipelines);
  const isShown = (name: string) =>
    !UNSHOWN.test(name) && entries.some(([, { metrics }]) => (metrics[name]?.n ?? 0) > 0);
  const shown = METRICS.filter((name) => isShown(name) && entries.some(([, { metrics }]) => isOwn(name, metrics)));
  const marked = ({ standIns }: PipelineSummary) => (allowFallback && standIns > 0 ? STAND_IN_MARK : '');
  const rows = [
    ['', ...entries.map(([label, summary]) => `${label}${marked(summary)}`)],
    ...shown.map((name) => [name, ...entries.map(([, { metrics }]) => interval(metrics[name]))]),
    ['questions', ...entries.map(([, summary]) => counts(summary))],
    ['seconds', ...entries.map(([, { seconds }]) => `p50 ${figure(seconds.p50, 3)}, p95 ${figure(seconds.p95, 3)}`)],
    ['calibration', ...entries.map(([, { calibration }]) => calibrationText(calibration))],
    ['spent', ...entries.map(([, summary]) => spent(summary.usage))],
    ...gradingRows(entries.map(([, summary]) => summary)),
  ];
  const unfinished = done < total ? [style.warn(`${done} of ${total} questions; the run is not finished.`)] : [];
  const notes = entries.flatMap(([label, { questions, standIns = 0, fellBack = [] }]) =>
    fellBackLines({ label, questions, standIns, fellBack }, allowFallback),
  );
  return [
    ...unfinished,
    ...titledRows(rows, style),
    ...notes.map((note) => style.warn(note)),
    ...entries.flatMap(([label, summary]) => groupLines(`${label}${marked(summary)}`, summary, style)),
  ].join('\n');
}

/** The checked text has rows of its own only where its scores differ from those of the text as it was written. */
function isOwn(name: string, metrics: Group['metrics']): boolean {
  return !name.startsWith('checked.') || metrics[name]?.mean !== metrics[name.slice('checked.'.length)]?.mean;
}

function groupLines(label: string, { byType, bySplit }: PipelineSummary, style: Style): string[] {
  return Object.entries({ type: byType, split: bySplit }).flatMap(([what, groups]) => {
    const entries = Object.entries(groups);
    if (entries.length === 0) return [];
    const header = [`${label} by ${what}`, 'n', 'contains', 'citation.anyGold', 'abstained', 'failed'];
    return ['', ...titledRows([header, ...entries.map(([name, group]) => groupRow(name, group))], style)];
  });
}

function groupRow(name: string, { questions, abstained, failed, metrics }: Group): string[] {
  return [
    name,
    `${questions}`,
    interval(metrics.contains),
    interval(metrics['citation.anyGold']),
    `${abstained}`,
    `${failed}`,
  ];
}

/** "0.623 [0.540, 0.700] n 120" */
function interval(metric: Metric | undefined): string {
  if (!metric || metric.n === 0) return '-';
  return `${figure(metric.mean, 3)} [${figure(metric.low, 3)}, ${figure(metric.high, 3)}] n ${metric.n}`;
}

function counts({ questions, answered, abstained, failed }: Group): string {
  return `${questions}: ${answered} answered, ${abstained} abstained, ${failed} failed`;
}

/** "ece 0.061, aurc 0.180, n 57": docs/confidence.md. */
function calibrationText(calibration: PipelineSummary['calibration']): string {
  return calibration
    ? `ece ${figure(calibration.ece, 3)}, aurc ${figure(calibration.aurc, 3)}, n ${calibration.answers}`
    : '-';
}

/** What graders that ask a model took, apart from what the answers did. */
function gradingRows(summaries: readonly PipelineSummary[]): string[][] {
  const asking = ({ grading = {} }: PipelineSummary) => Object.keys(grading).filter((name) => grading[name]?.calls);
  const names = [...new Set(summaries.flatMap(asking))].sort();
  return names.map((name) => [
    `${name} spent`,
    ...summaries.map(({ grading }) => (grading?.[name] ? spent(grading[name]) : '-')),
  ]);
}

function spent({ calls, inputTokens, outputTokens, costUsd }: PipelineSummary['usage']): string {
  return calls === 0 ? 'no model calls' : `${calls} calls, ${inputTokens} + ${outputTokens} tokens, ${money(costUsd)}`;
}

export function renderEstimates(estimates: readonly Estimate[]): string {
  const rows = estimates.map(({ pipeline, calls, inputTokens, outputTokens, costUsd }) => {
    return [pipeline, `${calls}`, `${inputTokens}`, `${outputTokens}`, money(costUsd)];
  });
  const { sampled = 0, questions = 0 } = estimates[0] ?? {};
  const basis =
    `This is an estimate for ${questions} questions, scaled from the first ${sampled}, which ran with stand-ins in place of the models: ` +
    `one call per prompt, 4 characters per token, replies of ${ASSUMED_TOKENS.prose} tokens (prose) and ${ASSUMED_TOKENS.json} (JSON). ` +
    'Nothing was asked of a model. Repeated calls after unreadable replies come on top.';
  return [...alignedRows([['', 'calls', 'input tokens', 'output tokens', 'cost'], ...rows]), '', basis].join('\n');
}
