import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import { definePipeline } from '../../core/parts.js';
import { pipeline } from '../../core/pipeline.js';
import { configSchema } from '../../engine/config.js';
import { createEngine } from '../../engine/index.js';
import {
  document,
  type FakeModel,
  fakeModel,
  fakeWeb,
  respondingModel,
  type ScriptedReply,
} from '../../testing/index.js';
import { readScoreTable, rowsHaving } from '../compare/score-table.js';
import type { QuestionRow } from '../datasets/rows.js';
import { evaluate } from '../run/evaluate.js';
import { measuresOf } from '../run/metrics.js';
import { type EvalRow, rowKey } from '../run/row.js';
import { summarise } from '../run/summary.js';
import { bertScoreGrader } from './bert-score.js';
import { factScoreGrader } from './fact-score.js';
import { type Grader, gradeErrors, gradingOf, isGraded } from './grade.js';
import { openGraders } from './graders.js';
import { judgeGrader } from './judge.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-grade-'));
afterAll(() => rmSync(root, { recursive: true }));

const url = 'https://a.example/bridge';
const said = 'The Old Bridge was opened in 1888 by Ada Stone.';
const web = fakeWeb([document(url, [[['Old Bridge'], said]])]);
const config = configSchema.parse({ models: { judge: { baseUrl: 'https://models.example/v1', model: 'wise' } } });

/** Says of the question what it is told to; "-" abstains, "!" fails. */
const told = (answers: Readonly<Record<string, string>>) =>
  definePipeline({
    name: 'told',
    summary: 'a test',
    options: z.strictObject({}),
    create: () =>
      pipeline('told', 'none', async ({ text }) => {
        const answer = answers[text] ?? '';
        if (answer === '!') throw new WinnowError('unavailable', 'down');
        const cited = { id: `${url}#0`, headings: [], text: said, start: 0, end: said.length };
        return {
          answer: { status: answer === '-' ? 'abstained' : 'answered', text: answer, claims: [] },
          sources: answer === '-' ? [] : [{ n: 1, url, title: 'Old Bridge', passages: [cited] }],
        };
      }),
  });

const row = (id: string, changes: Partial<QuestionRow> = {}): QuestionRow => ({
  id,
  question: id,
  answers: ['in 1888 by Ada Stone'],
  gold: [url],
  ...changes,
});

type GradeInput = {
  readonly answers: Readonly<Record<string, string>>;
  readonly graders: readonly Grader[];
  readonly model?: FakeModel;
  readonly rows?: QuestionRow[];
};

async function graded(
  { answers, graders, model, rows = Object.keys(answers).map((id) => row(id)) }: GradeInput,
  earlier: readonly EvalRow[] = [],
) {
  const engine = createEngine({
    ...{
      models: model ? { judge: model } : {},
      local: {},
      search: web.search,
      fetcher: web.fetcher,
      retriever: web.retriever,
    },
    pipelines: [told(answers)],
  });
  const ended: EvalRow[] = [];
  const done = new Set(earlier.filter((one) => isGraded(one, graders)).map(rowKey));
  await evaluate(
    {
      engine,
      rows,
      pipelines: [{ label: 'told', name: 'told' }],
      graders,
      done,
      earlier: new Map(earlier.map((one) => [rowKey(one), one])),
    },
    (one) => ended.push(one),
  );
  return ended;
}

const grade = (score: number): ScriptedReply => `{"reason": "so", "score": ${score}}`;

describe('the judge', () => {
  test('its scores stand under the names that anova uses, its cost apart from the cost of the answer', async () => {
    const [one] = await graded({
      answers: { q: said },
      graders: [judgeGrader(config)],
      model: fakeModel([grade(2), grade(1)]),
    });
    expect(measuresOf(one!)).toMatchObject({
      relevance_score: 2,
      faithfulness_score: 1,
      'judge.unreadable': 0,
      costUsd: 0,
      calls: 0,
    });
    expect(one?.grades?.judge).toMatchObject({
      by: 'wise judge/relevance@1 judge/faithfulness@1',
      usage: { calls: 2, costUsd: expect.closeTo(0.0005, 3) },
      details: { relevance: 'so', faithfulness: 'so' },
    });
    expect(one?.usage).toMatchObject({ calls: 0, costUsd: 0 });
  });

  test('an abstention and a failure are no answer, which is 0 by definition; nobody is asked', async () => {
    const rows = await graded({ answers: { q: '-', r: '!' }, graders: [judgeGrader(config)], model: fakeModel([]) });
    for (const one of rows)
      expect(measuresOf(one)).toMatchObject({ relevance_score: 0, faithfulness_score: null, 'judge.unreadable': null });
  });

  test('unreadable replies are counted apart and are in no mean', async () => {
    const model = fakeModel([grade(2), grade(1), 'what?', 'what?', grade(1)]);
    const rows = await graded({ answers: { q: said, r: said }, graders: [judgeGrader(config)], model });
    const { pipelines } = summarise({ rows, pipelines: ['told'], ids: ['q', 'r'], seed: 0 });
    expect(pipelines.told?.metrics).toMatchObject({
      relevance_score: { mean: 2, n: 1 },
      faithfulness_score: { mean: 1, n: 2 },
      'judge.unreadable': { mean: 0.5, n: 2 },
    });
    expect(pipelines.told).toMatchObject({
      usage: { calls: 0 },
      grading: { judge: { graded: 2, failed: 0, calls: 5 } },
    });
  });

  test('a row that was judged is not judged again, nor asked; one whose judge failed is judged, and not asked', async () => {
    const graders = [judgeGrader(config)];
    const down = new WinnowError('unavailable', 'judge down');
    const first = await graded({
      answers: { q: said, r: said },
      graders,
      model: fakeModel([grade(2), grade(1), down]),
    });
    expect(gradeErrors(first)).toEqual(['judge down']);
    expect(first.map((one) => isGraded(one, graders))).toEqual([true, false]);
    expect(gradingOf(first)).toMatchObject({ judge: { graded: 1, failed: 1 } });

    const again = fakeModel([grade(-1), grade(0)]);
    const second = await graded({ answers: { q: '!', r: '!' }, graders, model: again }, first);
    expect(second.map(({ id, status, answer }) => [id, status, answer])).toEqual([['r', 'answered', said]]);
    expect(measuresOf(second[0]!)).toMatchObject({ relevance_score: -1, faithfulness_score: 0 });
    expect(again.requests).toHaveLength(2);
  });

  test('rows of a run without grades can be graded later; another judge grades anew', async () => {
    const plain = await graded({ answers: { q: said }, graders: [] });
    expect(plain[0]).not.toHaveProperty('grades');
    const judged = await graded(
      { answers: { q: '!' }, graders: [judgeGrader(config)], model: fakeModel([grade(2), grade(1)]) },
      plain,
    );
    expect(judged[0]).toMatchObject({ answer: said, grades: { judge: { scores: { relevance_score: 2 } } } });
    const other = judgeGrader(
      configSchema.parse({ models: { judge: { baseUrl: 'https://models.example/v1', model: 'other' } } }),
    );
    expect(isGraded(judged[0]!, [other])).toBe(false);
  });

  test('without a model it is refused before anything is asked', async () => {
    const session = { config: configSchema.parse({}), rows: [row('q')], pageOf: (page: string) => page };
    await expect(openGraders({ judge: true }, session)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('models.judge'),
    });
    expect(await openGraders({}, session)).toEqual([]);
  });

  test('rows.jsonl is a table of scores for anova; a row without a score can be left out', async () => {
    const model = fakeModel([grade(2), grade(1)]);
    const rows = await graded({ answers: { q: said, r: '-' }, graders: [judgeGrader(config)], model });
    const file = join(root, 'rows.jsonl');
    writeFileSync(file, rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const table = readScoreTable(file);
    expect(table.rows).toMatchObject([
      { pipeline: 'told', id: 'q', relevance_score: '2', faithfulness_score: '1' },
      { id: 'r', relevance_score: '0', faithfulness_score: 'null' },
    ]);
    expect(rowsHaving(table, ['relevance_score']).rows).toHaveLength(2);
    expect(rowsHaving(table, ['relevance_score', 'faithfulness_score']).rows).toHaveLength(1);
  });
});

describe('FActScore', () => {
  const open = (source: 'searched' | 'gold', rows = [row('q')]) =>
    factScoreGrader({
      source,
      config: configSchema.parse({ local: { verifier: false } }),
      rows,
      pageOf: (page) => page,
    });

  test.each(['searched', 'gold'] as const)('facts are checked against the %s documents', async (source) => {
    const [one] = await graded({
      answers: { q: `${said} The Old Bridge was opened in 1921 by Ada Stone.` },
      graders: [open(source)],
    });
    expect(measuresOf(one!)).toMatchObject({
      'factScore.plain': 0.5,
      factScore: expect.closeTo(0.5 * Math.exp(-4), 12),
      'factScore.facts': 2,
      'factScore.responded': 1,
    });
    expect(one?.grades?.factScore?.details).toMatchObject([
      { verdict: 'supported' },
      { text: expect.stringContaining('1921') },
    ]);
  });

  test('an abstention, a failure, an answer that declines and one that states nothing did not respond', async () => {
    const answers = { q: '-', r: '!', s: "I'm sorry, but I do not know.", t: 'Is it so?' };
    for (const one of await graded({ answers, graders: [open('searched')] }))
      expect(measuresOf(one)).toMatchObject({ factScore: null, 'factScore.responded': 0 });
  });

  test('with gold documents a question without any is left out, and pages that cannot be read are an error of that row', async () => {
    const rows = [row('q', { gold: [] }), row('r', { gold: ['https://a.example/gone'] })];
    const [without, gone] = await graded({ answers: { q: said, r: said }, rows, graders: [open('gold')] });
    expect(measuresOf(without!)).toMatchObject({ factScore: null, 'factScore.responded': null });
    expect(gone?.grades?.factScore?.error).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('a.example/gone'),
    });
  });

  test('is refused where there is nothing to check against', () => {
    expect(() => open('gold', [row('q', { gold: [] })])).toThrow('no question of this set names one');
    const config = configSchema.parse({ search: { engines: ['wikipedia'] } });
    expect(() => factScoreGrader({ source: 'searched', config, rows: [], pageOf: (page) => page })).toThrow(
      'factScore: gold',
    );
  });

  test('a judge that is down leaves an error, not a grade by rules in its name', async () => {
    const grader = factScoreGrader({ source: 'searched', config, rows: [], pageOf: (page) => page });
    const down = respondingModel(() => {
      throw new WinnowError('unavailable', 'judge down');
    });
    const rows = await graded({ answers: { q: said }, graders: [grader], model: down });
    expect(rows[0]?.grades?.factScore).toMatchObject({
      scores: {},
      error: { code: 'unavailable', message: 'judge down' },
    });
    expect(isGraded(rows[0]!, [grader])).toBe(false);
  });

  test('a model cuts and checks where there is one, and its calls are the grade’s', async () => {
    const model = respondingModel(({ messages }) =>
      messages[0]?.content.includes('atomic facts')
        ? `{"facts": ["${said}", "Ada Stone liked the Old Bridge."]}`
        : '{"verdict": "not-stated"}',
    );
    const grader = factScoreGrader({ source: 'searched', config, rows: [], pageOf: (page) => page });
    const [one] = await graded({ answers: { q: said }, graders: [grader], model });
    expect(grader.by).toBe('searched documents, wise');
    expect(measuresOf(one!)).toMatchObject({ 'factScore.plain': 0.5, calls: 0 });
    expect(one?.grades?.factScore?.usage.calls).toBe(2);
  });
});

describe('BERTScore', () => {
  test('against the reference, else the best over the gold answers; an abstention scores 0; no gold, no score', async () => {
    const rows = [
      row('same', { answers: ['something else', said] }),
      row('long', { answers: [said], reference: 'Cake needs flour.' }),
      row('none', { answers: [] }),
      row('abstained'),
    ];
    const grader = await bertScoreGrader({ model: 'bundled' }, rows);
    const answers = { same: said, long: said, none: said, abstained: '-' };
    const [same, long, none, abstained] = (await graded({ answers, rows, graders: [grader] })).map(measuresOf);
    expect(same?.bertScore).toBeCloseTo(1, 5);
    expect(long?.bertScore).toBeLessThan(0.5);
    expect([none?.bertScore, abstained?.bertScore]).toEqual([null, 0]);
    expect(grader.by).toBe('winnow-embedder last_hidden_state');
  });

  test('with weights by rarity and rescaled by a baseline; a baseline without the layer is refused', async () => {
    const baseline = join(root, 'base.csv');
    writeFileSync(baseline, 'LAYER,P,R,F\n6,0.5,0.5,0.5\n');
    const rows = [row('q', { answers: [said] }), row('other', { answers: ['The mill burnt down.'] })];
    const choice = { model: 'bundled', idf: true, baseline };
    const grader = await bertScoreGrader(choice, rows);
    expect(grader.by).toBe('winnow-embedder last_hidden_state, idf, rescaled by base.csv');
    const [q, other] = (await graded({ answers: { q: said, other: '-' }, rows, graders: [grader] })).map(measuresOf);
    expect([q?.bertScore, other?.bertScore]).toEqual([expect.closeTo(1, 5), -1]);
    writeFileSync(baseline, 'LAYER,P,R,F\n5,0.5,0.5,0.5\n');
    await expect(bertScoreGrader(choice, rows)).rejects.toThrow('no line for layer 6');
    await expect(bertScoreGrader({ model: 'bundled', baseline: join(root, 'nowhere.csv') }, rows)).rejects.toThrow(
      'no baseline file',
    );
  });
});
