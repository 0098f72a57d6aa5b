/**
 * Every figure of a row that the summary takes means of, by name: the scores, the funnel, the gold evidence lost, and
 * what it cost.
 */

import { gradedScores } from '../grade/grade.js';
import { FILTERS } from './evidence.js';
import type { EvalRow } from './row.js';
import { CHECKED_SCORES, type Scores } from './scores.js';

/** In the order in which tables show them. */
export const METRICS: readonly string[] = [
  'contains',
  ...['squad', 'flexrag'].flatMap((style) => ['em', 'f1', 'accuracy'].map((kind) => `${style}.${kind}`)),
  ...['rouge1', 'rouge2', 'rougeL', 'rouge1.stemmed', 'rouge2.stemmed', 'rougeL.stemmed'],
  'short.contains',
  'choice.accuracy',
  ...CHECKED_SCORES.map((name) => `checked.${name}`),
  ...['bertScore', 'bertScore.precision', 'bertScore.recall'],
  ...['relevance_score', 'faithfulness_score', 'judge.unreadable'],
  ...['factScore', 'factScore.plain', 'factScore.facts', 'factScore.responded'],
  ...['success', 'recall', 'precision', 'ndcg', 'mrr', 'answerInText'].map((kind) => `retrieval.${kind}`),
  ...['precision', 'recall', 'anyGold', 'allGold'].map((kind) => `citation.${kind}`),
  ...['right', 'wrong'].map((kind) => `abstention.${kind}`),
  ...['queries', 'hits', 'hitsKept', 'pages', 'sections', 'sectionsKept', 'hitsDropped', 'sectionsDropped'].map(
    (kind) => `funnel.${kind}`,
  ),
  ...FILTERS.map((filter) => `lost.${filter}`),
  ...['calls', 'tokens', 'costUsd', 'seconds', 'failed'],
];

/**
 * `lost.*` are shares of the question's gold pages; with those cited they add up to 1. `funnel.*Dropped` are shares
 * too.
 */
export function measuresOf({ scores, grades, funnel, evidence, usage, status }: EvalRow): Scores {
  const ended = status !== 'failed'; // a funnel that was cut short says nothing of its filters
  const dropped = (all: number, kept: number) => (ended && all > 0 ? (all - kept) / all : null);
  return {
    ...scores,
    ...gradedScores(grades),
    ...Object.fromEntries(Object.entries(funnel).map(([name, value]) => [`funnel.${name}`, ended ? value : null])),
    'funnel.hitsDropped': dropped(funnel.hits, funnel.hitsKept),
    'funnel.sectionsDropped': dropped(funnel.sections, funnel.sectionsKept),
    ...Object.fromEntries(
      FILTERS.map((filter) => [`lost.${filter}`, evidence ? evidence.lost[filter] / evidence.golds : null]),
    ),
    calls: usage.calls,
    tokens: usage.inputTokens + usage.outputTokens,
    costUsd: usage.costUsd,
    seconds: usage.ms / 1000,
    failed: ended ? 0 : 1,
  };
}
