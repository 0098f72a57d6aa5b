/** A grid as text: its champion, the noise, the best points, the factors and where the differences come from. */
import type { GridSummary, ScoredPoint, Winner } from '../lab/grid/summary.js';
import type { Estimate } from '../lab/run/estimate.js';
import type { FellBack } from '../lab/run/stand-in.js';
import { renderAnova } from './anova.js';
import { type FallbackFlags, fellBackLines, STAND_IN_MARK } from './fell-back.js';
import { alignedRows, probability } from './table.js';
import { money, type Style } from './terminal.js';

export function renderEstimate(estimates: readonly Estimate[], times: readonly number[]): string {
  const total = (of: (estimate: Estimate) => number) =>
    estimates.reduce((sum, estimate, at) => sum + of(estimate) * (times[at] ?? 1), 0);
  const known = estimates.every(({ costUsd }) => costUsd !== null);
  const byCalls = estimates.toSorted((left, right) => left.calls - right.calls);
  const named = (estimate: Estimate | undefined) =>
    `${estimate?.pipeline} (${estimate?.calls} calls, ${money(estimate?.costUsd ?? null)})`;
  return [
    `${total(({ calls }) => calls)} model calls, ${total(({ inputTokens }) => inputTokens)} + ${total(({ outputTokens }) => outputTokens)} tokens, ${money(known ? total(({ costUsd }) => costUsd ?? 0) : null)}`,
    `fewest calls: ${named(byCalls[0])}; most: ${named(byCalls.at(-1))}`,
    `An estimate from the first ${estimates[0]?.sampled} questions of each pipeline with stand-ins in place of the models; nothing was asked of a model.`,
  ].join('\n');
}

/** What is shown of the ranking; the rest is in summary.json. */
const SHOWN_POINTS = 5;

export function renderGrid(summary: GridSummary, style: Style, { allowFallback = false }: FallbackFlags = {}): string {
  const { name, pipeline, points, response, champion, ties, runnerUp, factors, noise, anova, notes, model } = summary;
  const failed = points.reduce((sum, point) => sum + point.failed, 0);
  const standIns = points.reduce((sum, point) => sum + point.standIns, 0);
  const marked = (point: ScoredPoint) => `${point.name}${allowFallback && point.standIns > 0 ? STAND_IN_MARK : ''}`;
  const best = points.toSorted((left, right) => right.response - left.response).slice(0, SHOWN_POINTS);
  return [
    style.bold(
      `${name}: ${pipeline}, ${points.length} points, ${points[0]?.questions} questions; response ${response}`,
    ),
    ...(failed > 0
      ? [style.warn(`${failed} questions failed and count as empty answers. --resume --retry-errors asks them again.`)]
      : []),
    ...fellBackLines({ label: name, questions: summary.done, standIns, fellBack: merged(points) }, allowFallback).map(
      style.warn,
    ),
    '',
    `champion   ${winnerText(champion)}${ties > 0 ? `  (${ties} others score the same)` : ''}`,
    ...(runnerUp ? [`runner-up  ${winnerText(runnerUp)}`, leadText(summary)] : []),
    '',
    ...noiseLines(noise),
    '',
    ...alignedRows(
      [['best points', 'response'], ...best.map((point) => [marked(point), point.response.toFixed(4)])],
      'right',
    ),
    '',
    ...alignedRows(
      [
        ['factor', 'value', 'mean', 'points'],
        ...Object.entries(factors).flatMap(([factor, means]) =>
          means.map(({ value, mean, points: count }) => [factor, value, mean.toFixed(4), `${count}`]),
        ),
      ],
      'right',
    ),
    '',
    ...notes,
    ...(anova ? [style.dim(`model: ${model}`), renderAnova(anova, style)] : []),
  ].join('\n');
}

/** Reasons of all points together, most frequent first. */
function merged(points: readonly ScoredPoint[]): FellBack[] {
  const counts = new Map<string, FellBack>();
  for (const one of points.flatMap(({ fellBack }) => fellBack)) {
    const key = JSON.stringify([one.stage, one.reason]);
    counts.set(key, { ...one, times: one.times + (counts.get(key)?.times ?? 0) });
  }
  return [...counts.values()].sort((one, other) => other.times - one.times);
}

function winnerText({ settings, response }: Winner): string {
  const shown = Object.entries(settings).map(
    ([option, value]) => `${option}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${response.toFixed(4)}  ${shown.join(' ')}`;
}

function leadText({ lead, noise, champion, runnerUp }: GridSummary): string {
  const difference = champion.response - (runnerUp?.response ?? 0);
  const paired = lead
    ? `; question by question ${lead.wins} won, ${lead.losses} lost, ${lead.ties} equal, p ${probability(lead.p)}`
    : '';
  const judged = noise ? (difference > noise.floor ? ', above the noise floor' : ', within the noise') : '';
  return `lead       ${difference.toFixed(4)}${judged}${paired}`;
}

function noiseLines(noise: GridSummary['noise']): string[] {
  if (!noise) return ['noise floor: unknown, no two points are the same pipeline (an axis may say so by "without")'];
  const { points, groups, pairs, meanDifference, largestDifference, deviation, floor } = noise;
  return [
    `noise floor ${floor.toFixed(4)}: ${points} points are ${groups} pipelines asked again; their ${pairs} pairs differ by ${meanDifference.toFixed(4)} on average, ` +
      `${largestDifference.toFixed(4)} at most (deviation of a point ${deviation.toFixed(4)})`,
  ];
}
