import { expect, test } from 'vitest';
import { passage, testRun } from '../../testing/index.js';
import { dropRedundant, filterByTfIdf, tfIdf } from './redundancy.js';

const texts = ['The bridge opened in 1888.', 'In 1888 the bridge opened.', 'Cake needs flour.'];
const chunks = texts.map((text, at) => passage(`d#${at}`, text));

test('a chunk that says again what a better one says is dropped, and the reason names that one', async () => {
  const { run, events } = testRun();
  const kept = await dropRedundant({ local: {} }, { redundantAbove: 0.9 })(chunks, run);
  expect(kept.map(({ id }) => id)).toEqual(['d#0', 'd#2']);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'dropped',
      stage: 'drop-redundant',
      id: 'd#1',
      reason: 'says again what d#0 says (1.00)',
    }),
  );
});

test('with an embedder its vectors decide', async () => {
  const embed = async (given: readonly string[]) =>
    given.map((text) => Float32Array.of(text.includes('Cake') ? 1 : 0.8, text.includes('Cake') ? 0 : 0.6));
  const { run } = testRun();
  const local = { embedder: { name: 'two', dimensions: 2, embed } };
  expect((await dropRedundant({ local }, { redundantAbove: 0.75 })(chunks, run)).map(({ id }) => id)).toEqual(['d#0']);
  expect((await dropRedundant({ local }, { redundantAbove: 0.85 })(chunks, run)).map(({ id }) => id)).toEqual([
    'd#0',
    'd#2',
  ]);
});

test('TF-IDF: rare words count more, and what shares none is not alike', () => {
  const [both, one, none] = tfIdf('bridge 1888', ['bridge 1888', 'bridge and sand', 'bread']) as [
    number,
    number,
    number,
  ];
  expect(both).toBeCloseTo(1, 6);
  expect(one).toBeGreaterThan(0);
  expect(one).toBeLessThan(both);
  expect(none).toBe(0);
});

test('chunks below the asked TF-IDF go; where all would go the first stays, as a recorded fallback', async () => {
  const { run, events } = testRun();
  const filter = filterByTfIdf({ atLeast: 0.2 });
  expect((await filter({ query: 'When did the bridge open?', chunks }, run)).map(({ id }) => id)).toEqual([
    'd#0',
    'd#1',
  ]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'dropped', id: 'd#2', reason: 'TF-IDF 0.00 below 0.2' }),
  );
  expect((await filter({ query: 'penguins', chunks }, run)).map(({ id }) => id)).toEqual(['d#0']);
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'filter-by-tf-idf' }));
  expect(await filter({ query: 'penguins', chunks: [] }, run)).toEqual([]);
});
