import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { GRID, GRID_AXES, gRagOptions } from '../../pipelines/g-rag/options.js';
import { columnOf, readScoreTable } from '../compare/score-table.js';
import { gridConfig, readGrid } from './file.js';
import { defaultModel } from './model.js';
import { noiseOf } from './noise.js';
import { choiceOf, type GridPoint, identicalPoints, pointsOf } from './points.js';
import { chooseResponse, type PointScores, scoresCsv } from './scores.js';
import { summariseGrid } from './summary.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-grid-'));
afterAll(() => rmSync(root, { recursive: true }));

function read(yaml: string) {
  const file = join(root, 'grid.yaml');
  writeFileSync(file, yaml);
  return readGrid(file);
}

const axis = (...values: unknown[]) => ({ values, without: {} });

/** Points whose questions all score the same, `contains` and `rougeL` given by the point. */
const scoresOf = (point: GridPoint, contains: number, rougeL = 0): PointScores => ({
  point,
  failed: 0,
  standIns: 0,
  fellBack: [],
  rows: [0, 1].map((at) => ({
    id: `q${at}`,
    groups: [at === 0 ? 'two-hop' : 'single', null],
    measures: { contains, rougeL },
  })),
});

describe('the file of a grid', () => {
  const start = 'name: g\ndata: corpus\npipeline: g-rag\n';

  test('an axis is a list, or values with the settings under which they have no effect', () => {
    const { axes } = read(
      `${start}axes:\n  queryExpansion: [none, variants]\n  queryPrompt: { values: [medium], without: { queryExpansion: [none] } }`,
    );
    expect(axes).toEqual({
      queryExpansion: axis('none', 'variants'),
      queryPrompt: { values: ['medium'], without: { queryExpansion: ['none'] } },
    });
  });

  test.each([
    ['axes: {}', 'one axis'],
    ['axes: { a: [] }', 'axes'],
    ['axes: { a: [1, 1] }', 'the axis a has the value 1 twice'],
    ['axes: { a: [1, 2] }\noptions: { a: 1 }', 'a is fixed under options and varied under axes'],
    ['axes: { a: [1, 2] }\nresponse: beauty', 'there is no metric beauty'],
    ['axes: { a: [1, 2] }\nmodel: a*b', 'b is not an axis'],
    ['axes: { a: [1, 2] }\nspeed: 3', 'speed'],
  ])('%s is refused', (yaml, said) => {
    expect(() => read(start + yaml)).toThrow(said);
  });

  test('its parts of the configuration stand in place of the others, and are checked', () => {
    expect(gridConfig({ name: 'g', config: { docs: 'here' } }, { corpus: 'old' })).toMatchObject({
      docs: 'here',
      corpus: 'old',
    });
    expect(() => gridConfig({ name: 'g', config: { docs: 3 } }, {})).toThrow('docs');
  });
});

describe('the points of a grid', () => {
  test("the paper's axes give the paper's 96 points, each with a name of its own", () => {
    const axes = Object.fromEntries(Object.entries(GRID_AXES).map(([name, values]) => [name, axis(...values)]));
    const design = {
      axes,
      options: { hyde: 'off', queries: 8, rerank: 'yes', answerAdditions: false, keepBest: 0 },
      pipeline: 'g-rag',
    };
    const points = pointsOf(design);
    const settings = (options: unknown) => JSON.stringify(Object.entries(gRagOptions.parse(options)).sort());
    expect(points.map((point) => settings(choiceOf(point, design).options)).sort()).toEqual(GRID.map(settings).sort());
    expect(new Set(points.map(({ name }) => name)).size).toBe(96);
    expect(points[0]?.name).toBe('none_medium_naive_both-concat_50_10000');
  });

  test('names fit into a file system, whatever the values are', () => {
    const names = pointsOf({
      axes: { a: axis('a/b', 'a\\b', '..', 'x'.repeat(400), ''), b: axis(['p', 'q'], { k: 1 }, 'N', 'n') },
    }).map(({ name }) => name);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(20);
    for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}_+-][\p{L}\p{N}._+-]{0,140}$/u);
  });

  test('points that differ in an option without effect are the same pipeline: 16 pairs among the 96', () => {
    const axes = Object.fromEntries(Object.entries(GRID_AXES).map(([name, values]) => [name, axis(...values)]));
    axes.queryPrompt = { values: [...GRID_AXES.queryPrompt], without: { queryExpansion: ['none'] } };
    const groups = identicalPoints(pointsOf({ axes }), { axes }, ({ settings }) => settings);
    expect([groups.length, groups.filter(({ length }) => length === 2).length]).toEqual([80, 16]);
    const wrong = { a: { values: [1, 2], without: { speed: ['high'] } } };
    expect(() => identicalPoints(pointsOf({ axes: wrong }), { axes: wrong }, ({ settings }) => settings)).toThrow(
      '"speed"',
    );
  });
});

describe('the model of a grid that names none', () => {
  test('takes two-way interactions while something is left to measure noise by', () => {
    expect(defaultModel({ a: axis(1, 2), b: axis(1, 2), c: axis(1, 2) })).toBe('a + b + c + a:b + a:c + b:c');
    expect(defaultModel({ a: axis(1, 2), b: axis(1, 2) })).toBe('a + b');
    expect(defaultModel({ a: axis(1, 2), fixed: axis(1), b: axis(1, 2, 3) })).toBe('a + b');
  });

  test('gives up where not even the main effects leave anything', () => {
    expect(defaultModel({ a: axis(1, 2, 3) })).toBeNull();
    expect(defaultModel({ a: axis(1) })).toBeNull();
  });
});

describe('the noise floor', () => {
  test('comes from the groups with several points alone', () => {
    expect(noiseOf([[1], [2]])).toBeNull();
    // Two pairs, 2 and 4 apart: sums of squares 2 and 8 with one degree of freedom each.
    const noise = noiseOf([[1, 3], [0, 4], [9]]);
    expect(noise).toMatchObject({ groups: 2, points: 4, pairs: 2, meanDifference: 3, largestDifference: 4, df: 2 });
    expect(noise?.deviation).toBeCloseTo(Math.sqrt(5), 12);
    expect(noise?.floor).toBeCloseTo(1.96 * Math.sqrt(10), 12);
  });
});

describe('the summary', () => {
  const axes = { mode: axis('a', 'b'), prompt: { values: ['x', 'y'], without: { mode: ['a'] } }, words: axis(1, 2) };
  const points = pointsOf({ axes });
  const identical = identicalPoints(points, { axes }, ({ settings }) => settings);
  const grid = { name: 'g', pipeline: 'p', axes, response: undefined, model: undefined };
  // In the order of the points: a-x-1, a-x-2, a-y-1, a-y-2, b-x-1, ...
  const values = [0.9, 0.7, 0.85, 0.6, 0.5, 0.4, 0.3, 0.1];
  const scores = points.map((point, at) => scoresOf(point, values[at]!));
  const summary = summariseGrid({ grid, scores, identical, questions: 2, seed: 0 });

  test("the runner-up is the best other pipeline, not the champion's twin", () => {
    expect(summary.champion).toMatchObject({ name: 'a_x_1', response: expect.closeTo(0.9, 12) });
    expect(summary.runnerUp?.name).toBe('a_x_2');
    expect(summary).toMatchObject({
      done: 16,
      total: 16,
      ties: 0,
      response: 'contains',
      noise: { groups: 2, pairs: 2 },
    });
    expect(summary.lead).toMatchObject({ n: 2, wins: 2, difference: expect.closeTo(0.2, 12) });
  });

  test("gives each factor's means and the table of the default model", () => {
    expect(summary.factors.mode).toEqual([
      { value: 'a', mean: expect.closeTo(0.7625, 12), points: 4 },
      { value: 'b', mean: expect.closeTo(0.325, 12), points: 4 },
    ]);
    expect(summary.anova?.rows.map(({ term }) => term)).toEqual([
      'mode',
      'prompt',
      'words',
      'mode:prompt',
      'mode:words',
      'prompt:words',
    ]);
  });

  test('says why there is no table', () => {
    const flat = points.map((point) => scoresOf(point, 0.5));
    expect(summariseGrid({ grid, scores: flat, identical, questions: 2, seed: 0 })).toMatchObject({
      anova: null,
      ties: 7,
      notes: [expect.stringContaining('scores the same')],
    });
    const additive = points.map((point) => scoresOf(point, point.settings.mode === 'a' ? 0.5 : 0.25));
    expect(summariseGrid({ grid, scores: additive, identical, questions: 2, seed: 0 }).notes[0]).toContain('no noise');
  });

  test('warns that the table says little where nothing is random', () => {
    const fixed = points.map((point, at) =>
      scoresOf(point, point.settings.mode === 'a' ? 0.5 + Number(point.settings.words) / 10 : values[at]!),
    );
    const { anova, notes, noise } = summariseGrid({ grid, scores: fixed, identical, questions: 2, seed: 0 });
    expect([anova === null, noise?.deviation, notes.length]).toEqual([false, 0, 1]);
    expect(notes[0]).toContain('nothing here is random');
    expect(summary.notes).toEqual([]);
  });

  test('a response may be over a group of questions; one that is missing is named', () => {
    const grouped = summariseGrid({
      grid: { ...grid, response: '`contains@two-hop` - rougeL' },
      scores,
      identical,
      questions: 2,
      seed: 0,
    });
    expect(grouped).toMatchObject({ lead: null, champion: { response: expect.closeTo(0.9, 12) } });
    expect(() =>
      summariseGrid({ grid: { ...grid, response: 'squad.f1' }, scores, identical, questions: 2, seed: 0 }),
    ).toThrow('"squad.f1"');
  });

  test('the CSV of scores is one that winnow anova reads', () => {
    const file = join(root, 'scores.csv');
    writeFileSync(file, scoresCsv(scores, chooseResponse(scores, undefined)));
    const table = readScoreTable(file);
    expect(table.columns).toEqual(['point', 'mode', 'prompt', 'words', 'contains', 'rougeL', 'response']);
    expect(columnOf(table, 'response').map(Number)).toEqual(values.map((value) => expect.closeTo(value, 12)));
  });
});

test("the grids of experiments/ can be read, and G-RAG's is the paper's", () => {
  const folder = fileURLToPath(new URL('../../../experiments', import.meta.url));
  const grids = readdirSync(folder)
    .filter((file) => file.startsWith('grid-'))
    .map((file) => readGrid(join(folder, file)));
  const paper = grids.find(({ name }) => name === 'grid-g-rag');
  expect(grids.map((grid) => pointsOf(grid).length)).toEqual([96, 24]);
  expect(paper && pointsOf(paper).map(({ settings }) => gRagOptions.parse({ ...paper.options, ...settings }))).toEqual(
    GRID.map((options) => gRagOptions.parse(options)),
  );
});

describe.skipIf(!process.env.WINNOW_DATA)("the paper's grid, from the authors' public scores", () => {
  test('champion, runner-up, noise and Table 2', () => {
    const folder = join(process.env.WINNOW_DATA ?? '', 'grag-anova');
    const { rows } = readScoreTable(join(folder, 'factor_analysis_average_scores.csv'));
    const names = [
      'query_expansion_mode',
      'query_gen_prompt_level',
      'initial_retrieval_k_docs',
      'first_step_ranker',
      'context_words_limit',
      'rag_prompt_level',
    ];
    const order = {
      query_expansion_mode: ['none', 'variants', 'decomposition'],
      query_gen_prompt_level: ['medium', 'advanced'],
    } as Record<string, string[]>;
    const axes = Object.fromEntries(
      names.map((name) => [name, axis(...(order[name] ?? new Set(rows.map((row) => row[name]))))]),
    );
    axes.query_gen_prompt_level = { values: ['medium', 'advanced'], without: { query_expansion_mode: ['none'] } };
    const points = pointsOf({ axes });
    const scores = points.map((point) => {
      const own = rows.find((row) => names.every((name) => row[name] === point.settings[name]))!;
      return scoresOf(point, Number(own.relevance_score), Number(own.faithfulness_score));
    });
    const identical = identicalPoints(points, { axes }, ({ settings }) => settings);
    const model =
      'query_gen_prompt_level*initial_retrieval_k_docs*first_step_ranker + context_words_limit*rag_prompt_level*query_expansion_mode';
    const grid = { name: 'g', pipeline: 'g-rag', axes, response: '0.6*contains + 0.4*rougeL', model };
    const summary = summariseGrid({ grid, scores, identical, questions: 2, seed: 0 });
    expect(summary.anova?.rows.find(({ term }) => term === 'query_expansion_mode')?.f.toFixed(4)).toBe('125.6920');
    expect(summary.noise).toMatchObject({ groups: 16, pairs: 16 });
    const byRelevance = summariseGrid({
      grid: { ...grid, response: 'contains' },
      scores,
      identical,
      questions: 2,
      seed: 0,
    });
    const champion = {
      query_expansion_mode: 'none',
      first_step_ranker: 'both_fusion',
      rag_prompt_level: 'naive',
      initial_retrieval_k_docs: '50',
    };
    expect(byRelevance.champion).toMatchObject({
      response: 1.75,
      settings: { ...champion, context_words_limit: '15000' },
    });
    expect(byRelevance.runnerUp).toMatchObject({
      response: 1.74,
      settings: { ...champion, context_words_limit: '10000' },
    });
  });
});
