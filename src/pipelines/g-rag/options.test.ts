import { expect, test } from 'vitest';
import { ABLATIONS } from './ablation.js';
import { GRID, GRID_AXES, gRagOptions } from './options.js';

test('the defaults are the run that was submitted', () => {
  expect(gRagOptions.parse({})).toMatchObject({
    queryExpansion: 'none',
    queryPrompt: 'medium',
    queries: 8,
    hyde: 'both',
    firstRanker: 'both_fusion',
    initialDocuments: 50,
    rerank: 'yes',
    documentsOnce: 'never',
    yesProbability: 'raw',
    threshold: 0.5,
    contextWords: 10_000,
    answerPrompt: 'naive',
  });
});

test('the grid has 96 different points over six axes, all of them valid', () => {
  expect(Object.keys(GRID_AXES)).toHaveLength(6);
  expect(GRID).toHaveLength(96);
  const points = GRID.map((point) => JSON.stringify(gRagOptions.parse(point)));
  expect(new Set(points).size).toBe(96);
});

test('32 points expand nothing: 16 pairs that differ only in a prompt they do not use', () => {
  const plain = GRID.filter(({ queryExpansion }) => queryExpansion === 'none');
  expect(plain).toHaveLength(32);
  expect(new Set(plain.map(({ queryPrompt, ...rest }) => JSON.stringify(rest))).size).toBe(16);
});

test('champion and runner-up are points of the grid', () => {
  const points = new Set(GRID.map((point) => JSON.stringify(gRagOptions.parse(point))));
  for (const name of ['champion', 'runner-up'])
    expect(points).toContain(JSON.stringify(gRagOptions.parse(ABLATIONS[name])));
});

test('every ablation is valid and unlike the others', () => {
  const parsed = Object.values(ABLATIONS).map((options) => JSON.stringify(gRagOptions.parse(options)));
  expect(new Set(parsed).size).toBe(parsed.length);
});
