/** The vectors that come with the sample are those of its sections as they are cut now. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Embedder } from '../src/core/ports.js';
import { memoryCorpus } from '../src/engine/corpora/memory.js';
import { SAMPLE_CORPUS, SAMPLE_VECTORS } from '../src/engine/own-documents.js';
import { cachedEmbedder } from '../src/providers/embed/cache.js';
import { readFolder } from '../src/providers/folder/index.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { parseDocument } from '../src/providers/parse/index.js';
import { dot } from '../src/text/vectors.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-sample-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();
const model = createLocalModels(['embedder']).embedder as Embedder;

test('no section of the sample is without its vector (else run: node scripts/sample-vectors.mjs)', async () => {
  const computed: string[] = [];
  const watched: Embedder = {
    ...model,
    embed: async (texts) => {
      computed.push(...texts);
      return texts.map(() => new Float32Array(model.dimensions));
    },
  };
  const embedder = cachedEmbedder(watched, join(folder, 'watched'), { shipped: SAMPLE_VECTORS });
  const { documents } = await readFolder({ folder: SAMPLE_CORPUS, parse: parseDocument, signal });
  await memoryCorpus({ name: 'sample', documents, signal }, { embedder });
  expect(documents.length).toBeGreaterThan(30);
  expect(computed).toEqual([]);
});

test('they are what the embedder gives', async () => {
  const texts: string[] = [];
  const embedder = cachedEmbedder(model, join(folder, 'compared'), { shipped: SAMPLE_VECTORS });
  const collecting: Embedder = {
    ...embedder,
    embed: (some, options) => {
      texts.push(...some);
      return embedder.embed(some, options);
    },
  };
  const { documents } = await readFolder({ folder: SAMPLE_CORPUS, parse: parseDocument, signal });
  await memoryCorpus({ name: 'sample', documents, signal }, { embedder: collecting });
  const some = texts.filter((_, at) => at % 50 === 0);
  const [fresh, shipped] = [await model.embed(some, { signal }), await embedder.embed(some, { signal })];
  // Processors round differently.
  for (const [at, vector] of fresh.entries()) expect(dot(vector, shipped[at] as Float32Array)).toBeGreaterThan(0.995);
});
