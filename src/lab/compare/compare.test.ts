import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareSides, readSide } from './compare.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));
const options = { id: 'id', where: [] };

function scores(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A row as `winnow eval` writes it, as far as a comparison looks at it. */
const row = (pipeline: string, id: string, contains: number | null) => ({
  pipeline,
  id,
  question: `question ${id}`,
  answer: `${pipeline} says`,
  status: 'answered',
  scores: { contains },
  funnel: { queries: 1, hits: 1, hitsKept: 1, pages: 1, sections: 1, sectionsKept: 1 },
  evidence: null,
  usage: { calls: 1, inputTokens: 1, outputTokens: 1, costUsd: 0, ms: 5 },
});

function run(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'rows.jsonl'), rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return path;
}

test('two files of scores: every common numeric column, question by question', () => {
  const first = readSide(scores('a.csv', 'id,f1,note,em\nq1,0.5,x,0\nq2,1,y,1\nq3,0,z,0\n'), options);
  const second = readSide(scores('b.csv', 'id,f1,note\nq1,1,x\nq2,1,y\nq4,1,z\n'), options);
  const { metrics, questions, unmatched, differing } = compareSides(first, second);
  expect({ questions, unmatched }).toEqual({ questions: 2, unmatched: 2 });
  expect(metrics.map(({ metric, wins, ties, losses }) => ({ metric, wins, ties, losses }))).toEqual([
    { metric: 'f1', wins: 1, ties: 1, losses: 0 },
  ]);
  expect(differing).toEqual([{ id: 'q1', first: 0.5, second: 1 }]);
});

test('p-values are corrected for the number of metrics', () => {
  const lines = (base: number) => Array.from({ length: 6 }, (_, at) => `q${at},${base},${base * 2}`).join('\n');
  const [first, second] = [0, 1].map((base) =>
    readSide(scores(`holm-${base}.csv`, `id,f1,em\n${lines(base)}\n`), options),
  );
  const { metrics } = compareSides(first!, second!);
  expect(metrics.map(({ p, pHolm }) => [p, pHolm])).toEqual([
    [2 / 64, 4 / 64],
    [2 / 64, 4 / 64],
  ]);
});

test('two runs show the answers side by side; a run of several pipelines is asked for one of them', () => {
  const both = run('both', [row('naive', 'q1', 0), row('naive', 'q2', 1), row('hifi', 'q1', 1), row('hifi', 'q2', 1)]);
  expect(() => readSide(both, options)).toThrow(/holds the pipelines naive, hifi\. Name one of them: .*both:naive/);
  const { metrics, differing } = compareSides(readSide(`${both}:naive`, options), readSide(`${both}:hifi`, options));
  expect(metrics).toMatchObject([{ metric: 'contains', wins: 1, ties: 1, losses: 0 }]);
  expect(differing).toMatchObject([{ id: 'q1', question: 'question q1', answers: ['naive says', 'hifi says'] }]);
});

test('cost can be asked for by name, and a metric that is not there says which are', () => {
  const one = readSide(run('one', [row('naive', 'q1', 0)]), options);
  expect(compareSides(one, one, { metrics: ['calls'] }).metrics).toMatchObject([{ metric: 'calls', ties: 1 }]);
  expect(() => compareSides(one, one, { metrics: ['beauty'] })).toThrow(/no metric "beauty" on both sides.*contains/);
});

test('what cannot be compared is said', () => {
  const file = scores('twice.csv', 'id,f1\nq1,1\nq1,0\n');
  expect(() => readSide(file, options)).toThrow(/several rows for id q1.*--where/);
  expect(() => readSide(file, { ...options, id: 'qid' })).toThrow(/no column "qid".*--id/);
  expect(() => readSide(join(folder, 'nothing'), options)).toThrow(/neither the folder of a run/);
  const [left, right] = [scores('left.csv', 'id,f1\na,1\n'), scores('right.csv', 'id,f1\nb,1\n')].map((path) =>
    readSide(path, options),
  );
  expect(() => compareSides(left!, right!)).toThrow(/no question in common/);
});

const data = process.env.WINNOW_DATA;
describe.skipIf(!data)('Table 3 of the G-RAG paper', () => {
  test('champion against champion with a hypothetical answer: relevance 8/7/85, faithfulness 12/14/74', () => {
    const champion = {
      query_expansion_mode: 'none',
      query_gen_prompt_level: 'medium',
      initial_retrieval_k_docs: '50',
      first_step_ranker: 'both_fusion',
      context_words_limit: '15000',
      rag_prompt_level: 'naive',
    };
    const where = Object.entries(champion).map(([column, value]) => ({ column, value }));
    const read = (name: string) =>
      readSide(`${data}/grag-anova/factor_analysis_query_level_scores${name}`, { id: 'qid', where });
    const { metrics } = compareSides(read('.csv'), read('.hyde.tsv'), {
      metrics: ['relevance_score', 'faithfulness_score'],
    });
    expect(metrics.map(({ wins, losses, ties }) => [wins, losses, ties])).toEqual([
      [8, 7, 85],
      [12, 14, 74],
    ]);
  });
});
