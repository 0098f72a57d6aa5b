import { describe, expect, test } from 'vitest';
import { type Filter, nothingLost } from '../run/evidence.js';
import type { EvalRow } from '../run/row.js';
import { WEIGHTED } from './measured.js';
import { reportAblation } from './report.js';
import { ABLATED_PIPELINES, ablationOf, choicesToAsk } from './rows.js';

const rowNamed = (pipeline: string, name: string, hasModel: boolean) =>
  ablationOf(pipeline, { hasModel }).rows.find((row) => row.name === name);

describe('the rows of an ablation', () => {
  test.each(ABLATED_PIPELINES)(
    '%s: every published row that names a setting names one that is there, with a figure for every column',
    (pipeline) => {
      const {
        rows,
        definition: { tables },
      } = ablationOf(pipeline, { hasModel: true });
      const names = rows.map(({ name }) => name);
      expect(tables.length).toBeGreaterThan(0);
      for (const table of tables) {
        expect(table.source).toMatch(/arXiv:|public scores/);
        for (const row of table.rows) {
          expect(row.values).toHaveLength(table.columns.length);
          if (row.row !== undefined) expect(names).toContain(row.row);
        }
      }
    },
  );

  test('without a model, rows that only a model makes different are marked and not asked', () => {
    expect(rowNamed('hifi-rag', 'final', false)?.as).toEqual({
      row: 'rag-filters-rephrase',
      why: 'only a model makes it different',
    });
    expect(rowNamed('hifi-rag', 'final', true)?.as).toBeUndefined();
    expect(rowNamed('hifi-rag', 'baseline-question', false)?.needsModel).toBe(true);
    expect(rowNamed('g-rag', 'advanced-answer', false)?.as?.row).toBe('submitted');
    expect(rowNamed('g-rag', 'ours', false)?.as?.row).toBe('submitted');
    expect(rowNamed('chunk-rag', 'model-threshold', false)?.as?.row).toBe('chunk-rag');
    const asked = choicesToAsk(ablationOf('hifi-rag', { hasModel: false })).map(({ label }) => label);
    expect(asked).not.toContain('final');
    expect(asked).toContain('rag-filters');
  });

  test('two names of one setting are asked once, with a model too', () => {
    expect(rowNamed('level-rag', 'sparse-vanilla', true)?.as).toEqual({
      row: 'high-level-vanilla',
      why: 'same setting',
    });
    expect(rowNamed('chunk-rag', 'redundant-0.9', true)?.as?.row).toBe('chunk-rag');
  });

  test('an option that is configured holds at the rows that do not set it', () => {
    const { rows } = ablationOf('hifi-rag', {
      hasModel: true,
      config: { pipelines: { 'hifi-rag': { refine: false } } },
    });
    expect(rows.find(({ name }) => name === 'final')?.as).toEqual({ row: 'rag-filters-rephrase', why: 'same setting' });
  });

  test('unknown names are refused with those that there are', () => {
    expect(() => ablationOf('naive-web', { hasModel: true })).toThrow('hifi-rag, chunk-rag, g-rag, level-rag');
    expect(() => ablationOf('toString', { hasModel: true })).toThrow('no ablation');
    expect(() => ablationOf('hifi-rag', { hasModel: true, only: ['last'] })).toThrow('baseline-question');
  });
});

type Made = { readonly contains: number; readonly lost?: Filter; readonly type?: string; readonly golds?: number };

function row(pipeline: string, id: string, { contains, lost, type = 'single', golds = 2 }: Made): EvalRow {
  const places = nothingLost();
  if (lost) places[lost] = 1;
  return {
    pipeline,
    id,
    type,
    split: null,
    status: 'answered',
    fallbacks: [],
    scores: { contains },
    funnel: { queries: 1, hits: 10, hitsKept: 6, pages: 6, sections: 20, sectionsKept: 5 },
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: 1 },
    evidence: { golds, cited: lost ? golds - 1 : golds, lost: places },
  } as unknown as EvalRow;
}

describe('the report', () => {
  const cells = {
    'rag-sections': [0, 0],
    'rag-sections-rephrase': [0, 1],
    'rag-filters': [1, 0],
    'rag-filters-rephrase': [1, 1],
  };
  const made = Object.entries(cells).flatMap(([pipeline, [first, second]]) => [
    row(pipeline, 'q1', {
      contains: first!,
      type: 'ambiguous',
      ...(pipeline === 'rag-filters' && { lost: 'screen-hits' as const }),
    }),
    row(pipeline, 'q2', { contains: second!, lost: 'search-web' }),
  ]);
  const report = reportAblation({
    ablation: ablationOf('hifi-rag', { hasModel: false }),
    rows: made,
    hasModel: false,
    seed: 0,
  });

  test('a row that was not asked shows the figures of the one it is like', () => {
    const final = report.rows.find(({ name }) => name === 'final');
    expect(final?.means).toMatchObject({ contains: 1, 'funnel.hitsDropped': 0.4, 'funnel.sectionsDropped': 0.75 });
    expect(report.shares.map(({ published, ours }) => [published, ours])).toEqual([
      [0.335, 0.4],
      [0.605, 0.75],
    ]);
  });

  test('rephrasing is crossed with the result filter, question by question', () => {
    const [contains] = report.crossed?.metrics ?? [];
    expect(contains).toMatchObject({
      metric: 'contains',
      neither: 0,
      first: 0.5,
      second: 0.5,
      both: 1,
      interaction: { mean: 0, n: 2 },
    });
  });

  test('right pages that the result filter drops are counted among those found, ambiguous questions apart', () => {
    expect(report.dropping).toEqual([
      { row: 'rag-filters', type: 'ambiguous', questions: 1, found: 2, dropped: 1, questionsLosing: 1 },
      { row: 'rag-filters', type: 'all others', questions: 1, found: 1, dropped: 0, questionsLosing: 0 },
      { row: 'rag-filters-rephrase', type: 'ambiguous', questions: 1, found: 2, dropped: 0, questionsLosing: 0 },
      { row: 'rag-filters-rephrase', type: 'all others', questions: 1, found: 1, dropped: 0, questionsLosing: 0 },
    ]);
  });

  test('published figures stand beside ours in the same unit; what only a result filter does is left out where there is none', () => {
    const rows = ['level-rag', 'sparse-feedback'].map((name) => ({
      ...row(name, 'q1', { contains: 1 }),
      scores: { 'flexrag.accuracy': 0.25 },
    }));
    const { tables, rows: all } = reportAblation({
      ablation: ablationOf('level-rag', { hasModel: true }),
      rows,
      hasModel: true,
      seed: 0,
    });
    expect(all.find(({ name }) => name === 'level-rag')?.means).toMatchObject({
      'funnel.hitsDropped': null,
      'lost.screen-hits': null,
      'funnel.sectionsDropped': 0.75,
    });
    const table = tables.find(({ name }) => name === 'Table 3');
    expect(table?.rows.find((one) => one.row === 'sparse-feedback')).toMatchObject({
      values: [75.3, 59.5, 61.7],
      ours: [null, null, 25],
    });
    expect(table?.rows.find((one) => one.row === 'sparse-rewrite')?.ours).toEqual([null, null, null]);
  });

  test("G-RAG's wins over the champion stand beside the paper's", () => {
    const rows = [row('champion', 'q1', { contains: 0 }), row('submitted', 'q1', { contains: 1 })];
    const { wins } = reportAblation({
      ablation: ablationOf('g-rag', { hasModel: true }),
      rows,
      hasModel: true,
      seed: 0,
    });
    expect(wins).toMatchObject({ published: { relevance: { wins: 8, losses: 7, ties: 85 } } });
    expect(wins?.ours).toMatchObject([{ metric: 'contains', test: { wins: 1, losses: 0, ties: 0 } }]);
  });

  test('with a judge they are by relevance, faithfulness, and 0.6 of one and 0.4 of the other, as the authors weigh them', () => {
    const judged = (pipeline: string, relevance_score: number, faithfulness_score: number) => ({
      ...row(pipeline, 'q1', { contains: 1 }),
      scores: { contains: 1, relevance_score, faithfulness_score },
    });
    const rows = [judged('champion', 1, 1), judged('submitted', 2, 0)];
    const { wins } = reportAblation({
      ablation: ablationOf('g-rag', { hasModel: true }),
      rows,
      hasModel: true,
      seed: 0,
    });
    expect(
      wins?.ours.map(({ metric, test: { wins: won, losses, difference } }) => [metric, won, losses, difference]),
    ).toEqual([
      ['relevance_score', 1, 0, 1],
      ['faithfulness_score', 0, 1, -1],
      [WEIGHTED, 1, 0, expect.closeTo(0.6 * 2 - (0.6 + 0.4))],
    ]);
  });
});
