/**
 * Writes corpus/vectors.cache, the vectors that come with the sample documents: node scripts/sample-vectors.mjs. Run it
 * when they, their cutting or the embedder change.
 */
import { rmSync } from 'node:fs';
import { buildIfStale } from './fresh-build.mjs';

await buildIfStale();
const { memoryCorpus } = await import('../dist/engine/corpora/memory.js');
const { SAMPLE_CORPUS, SAMPLE_VECTORS } = await import('../dist/engine/own-documents.js');
const { cachedEmbedder, SHIPPED } = await import('../dist/providers/embed/cache.js');
const { readFolder } = await import('../dist/providers/folder/index.js');
const { createLocalModels } = await import('../dist/providers/local/models.js');
const { parseDocument } = await import('../dist/providers/parse/index.js');

rmSync(SAMPLE_VECTORS, { force: true });
const embedder = cachedEmbedder(createLocalModels(['embedder']).embedder, SAMPLE_VECTORS.replace(/\.cache$/, ''), {
  kept: SHIPPED,
});
const { signal } = new AbortController();
const { documents } = await readFolder({ folder: SAMPLE_CORPUS, parse: parseDocument, signal });
await memoryCorpus({ name: 'sample', documents, signal }, { embedder });
console.log(`Vectors of ${documents.length} documents are in ${SAMPLE_VECTORS}.`);
