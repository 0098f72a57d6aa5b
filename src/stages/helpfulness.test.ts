import { describe, expect, test } from 'vitest';
import type { LocalModels } from '../core/ports.js';
import { passage, question, testRun } from '../testing/index.js';
import { helpfulness } from './helpfulness.js';

const asked = question('Who built the Kestrel Bridge?');
const passages = [
  passage('a#0', 'Ada Stone built the Kestrel Bridge.'),
  passage('b#0', 'The mill grinds flour every day.'),
  passage('c#0', 'The ferry leaves at noon.'),
  passage('d#0', 'Bread is sold in the market.'),
];
const reranker = {
  name: 'scripted',
  score: async (_: string, texts: readonly string[]) => texts.map((text) => (text.includes('Kestrel') ? 6 : -6)),
};
const embedder = {
  name: 'scripted',
  dimensions: 2,
  embed: async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.from(text.includes('Kestrel') ? [1, 0] : [0, 1])),
};

describe.each<[string, LocalModels]>([
  ['all models', { embedder, reranker }],
  ['no embedder', { reranker }],
  ['no reranker', { embedder }],
  ['words alone', {}],
])('with %s', (_, local) => {
  test('what helps is above one half, what does not is below, and the order is that of the passages', async () => {
    const judged = await helpfulness({ question: asked, passages }, local, testRun().run);
    expect(judged.map(({ id }) => id)).toEqual(passages.map(({ id }) => id));
    expect(judged.map(({ score }) => score >= 0.5)).toEqual([true, false, false, false]);
    expect(judged.every(({ score }) => score > 0 && score < 1)).toBe(true);
    expect('rerank' in (judged[0] ?? {})).toBe(local.reranker !== undefined);
  });

  test('nothing to judge is nothing judged', async () => {
    expect(await helpfulness({ question: asked, passages: [] }, local, testRun().run)).toEqual([]);
  });
});
