import { expect, test } from 'vitest';
import type { EvalRow } from './row.js';
import { summarise } from './summary.js';
import { summaryAgrees } from './summary-agrees.js';

const row = (id: string, scores: EvalRow['scores'], judged?: number): EvalRow =>
  ({
    ...{
      pipeline: 'p',
      id,
      type: null,
      split: null,
      status: 'answered',
      fallbacks: [],
      evidence: null,
      scores,
      prompts: [],
      models: {},
    },
    funnel: { queries: 1, hits: 3, hitsKept: 1, pages: 1, sections: 7, sectionsKept: 1 },
    usage: { calls: 1, inputTokens: 1, outputTokens: 1, costUsd: 0.1, ms: 7 },
    ...(judged !== undefined && { grades: { judge: { by: 'wise', scores: { relevance_score: judged }, usage: {} } } }),
  }) as unknown as EvalRow;

const summaryOf = (rows: readonly EvalRow[]) => summarise({ rows, pipelines: ['p'], ids: ['1', '2', '3'], seed: 0 });

test('a summary speaks of its rows in any order, and not of rows that were added, scored or graded otherwise since', () => {
  const rows = [row('1', { contains: 0.1 }), row('2', { contains: 0.7 }), row('3', { contains: null })];
  const summary = summaryOf(rows);
  expect(summaryAgrees(summary, rows.toReversed(), ['p'])).toBe(true);
  expect(summaryAgrees(JSON.parse(JSON.stringify(summary)), rows, ['p'])).toBe(true);
  expect(summaryAgrees(summary, rows.slice(1), ['p'])).toBe(false);
  expect(summaryAgrees(summary, rows, ['p', 'other'])).toBe(false);
  const judged = rows.map(({ id, scores }) => row(id, scores, 2));
  expect(summaryAgrees(summary, judged, ['p'])).toBe(false);
  const otherwise = rows.map(({ id, scores }) => row(id, scores, 1));
  expect(summaryAgrees(summaryOf(judged), otherwise, ['p'])).toBe(false);
});
