import { expect, test } from 'vitest';
import { nothingLost } from './evidence.js';
import type { EvalRow } from './row.js';
import { metricNamed, type SummaryInput, summarise } from './summary.js';

function row(id: string, changes: Partial<EvalRow> = {}): EvalRow {
  return {
    pipeline: 'p',
    id,
    question: '?',
    type: 'single',
    split: null,
    status: 'answered',
    answer: '',
    sources: [],
    claims: [],
    funnel: { queries: 1, hits: 10, hitsKept: 4, pages: 4, sections: 20, sectionsKept: 5 },
    usage: { calls: 2, inputTokens: 10, outputTokens: 5, costUsd: 0.5, ms: 1000 * Number(id) },
    roles: {},
    fallbacks: [],
    evidence: { golds: 2, cited: 1, lost: { ...nothingLost(), 'screen-hits': 1 } },
    scores: { contains: 1, 'abstention.right': null, 'abstention.wrong': 0 },
    prompts: ['a@1'],
    models: { small: 'm' },
    ...changes,
  };
}

const summaryOf = (rows: EvalRow[], input: Partial<SummaryInput> = {}) =>
  summarise({ rows, pipelines: ['p'], ids: ['1', '2', '3', '4'], seed: 0, ...input });

test('means with interval and n; what does not apply to a question is not in n', () => {
  const { pipelines } = summaryOf([
    row('1'),
    row('2', { scores: { contains: 0 } }),
    row('3', { scores: { contains: null } }),
  ]);
  expect(pipelines.p?.metrics.contains).toEqual({ mean: 0.5, low: 0, high: 1, n: 2 });
  expect(pipelines.p?.metrics['funnel.hitsDropped']?.mean).toBeCloseTo(0.6);
  expect(pipelines.p?.metrics['lost.screen-hits']?.mean).toBe(0.5);
});

test('by type and by split, and a metric named with either', () => {
  const { pipelines } = summaryOf([
    row('1', { split: 'test' }),
    row('2', { type: 'two-hop', scores: { contains: 0 } }),
  ]);
  const summary = pipelines.p!;
  expect(metricNamed(summary, 'contains@two-hop')).toMatchObject({ mean: 0, n: 1 });
  expect(metricNamed(summary, 'contains@test')).toMatchObject({ mean: 1, n: 1 });
  expect(metricNamed(summary, 'contains')).toMatchObject({ mean: 0.5 });
  expect(metricNamed(summary, 'contains@three-hop')).toBeUndefined();
});

test('counts, abstentions, errors, usage and seconds', () => {
  const failed = row('3', {
    status: 'failed',
    error: { code: 'unavailable', message: 'x' },
    scores: { contains: 0, 'abstention.wrong': 0 },
  });
  const abstained = row('2', { status: 'abstained', scores: { 'abstention.right': 1 } });
  const { pipelines, done, total } = summaryOf([row('1'), abstained, failed, row('4')]);
  expect({ done, total }).toEqual({ done: 4, total: 4 });
  expect(pipelines.p).toMatchObject({
    ...{ questions: 4, answered: 2, abstained: 1, failed: 1, errors: { unavailable: 1 } },
    abstention: { right: { count: 1, of: 1 }, wrong: { count: 0, of: 3 } },
    usage: { calls: 8, inputTokens: 40, outputTokens: 20, costUsd: 2 },
    seconds: { p50: 2, p95: 4, sum: 10 },
  });
  expect(pipelines.p?.metrics.contains).toMatchObject({ n: 3 }); // the failed one is in the mean
  expect(pipelines.p?.metrics['funnel.hits']).toMatchObject({ n: 3 }); // its funnel is not
});

test('the order in which rows ended does not matter, and rows of other questions do not count', () => {
  const rows = ['1', '2', '3', '4'].map((id) => row(id, { scores: { contains: Number(id) / 4 } }));
  expect(summaryOf([...rows].reverse())).toEqual(summaryOf(rows));
  expect(summaryOf([...rows, row('99')]).done).toBe(4);
});

test('an unknown price makes the total unknown; prompts and models are collected', () => {
  const summary = summaryOf([
    row('1'),
    row('2', { usage: { ...row('2').usage, costUsd: null }, prompts: ['b@2'], models: { small: 'n' } }),
  ]);
  expect(summary.pipelines.p?.usage.costUsd).toBeNull();
  expect(summary).toMatchObject({ prompts: ['a@1', 'b@2'], models: { small: ['m', 'n'] } });
});

test('a pipeline without rows yet has no figures', () => {
  const { pipelines } = summaryOf([]);
  expect(pipelines.p).toMatchObject({ questions: 0, seconds: { p50: null, p95: null } });
  expect(pipelines.p?.metrics.contains).toEqual({ mean: null, low: null, high: null, n: 0 });
});

test('confidence is compared with what was right: an answer to a question without one is wrong, an abstention is no answer', () => {
  const { pipelines } = summaryOf([
    row('1', { confidence: 0.8 }),
    row('2', { confidence: 0.6, scores: { contains: null, 'abstention.right': 0, 'abstention.wrong': null } }),
    row('3', { confidence: 0.1, status: 'abstained', scores: { contains: 0 } }),
    row('4', { confidence: 0.9, scores: { contains: null } }),
  ]);
  expect(pipelines.p?.calibration?.answers).toBe(2);
  expect(pipelines.p?.calibration?.ece).toBeCloseTo((0.2 + 0.6) / 2);
  expect(pipelines.p?.calibration?.aurc).toBeCloseTo((0 + 1 / 2) / 2);
});

test('rows of older runs, without a confidence, have no calibration', () => {
  expect(summaryOf([row('1'), row('2')]).pipelines.p?.calibration).toBeNull();
});
