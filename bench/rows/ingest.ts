/**
 * Ingest: passages of real length embedded and made searchable, ours beside LangChain.js's MemoryVectorStore with the
 * very same embedder, as one would write it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import type { Passage } from '../../src/core/data.js';
import { chunkDocument } from '../../src/engine/corpora/chunk.js';
import { openIndex } from '../../src/providers/index/open.js';
import { EMBEDDER_DIMENSIONS, TOKENIZER_FILE, weightsFile } from '../../src/providers/local/bundled.js';
import { createLocalModels } from '../../src/providers/local/models.js';
import { meanUnitVector } from '../../src/providers/local/outputs.js';
import { loadRuntime } from '../../src/providers/local/session.js';
import { contextualText } from '../../src/text/contextual.js';
import { readPages } from '../overhead/setting.js';
import { childSeconds } from '../processor-time.js';
import { printRows, processorMs, whyMissing } from './row.js';

const MOST = 300;
const WARM_UP = 16;
/** As LangChain.js's own embedders do. */
const BATCH = 32;
const TOKENS = 256;

const { signal } = new AbortController();
const chunks = await Promise.all(
  (await readPages()).map((document) => chunkDocument(document, { chunking: 'sections', signal })),
);
const passages = chunks.flat().slice(0, MOST);
const textOf = ({ source, headings, text }: Passage) => contextualText(source.title, headings, text);

type Measured = { readonly perSecond: number; readonly ms: number };

async function timed(work: () => Promise<unknown>): Promise<Measured> {
  const [before, children, startedMs] = [process.cpuUsage(), childSeconds(), performance.now()];
  await work();
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    perSecond: passages.length / seconds,
    ms: (processorMs(before) + (childSeconds() - children) * 1000) / passages.length,
  };
}

async function winnow(): Promise<Measured> {
  const { embedder } = createLocalModels(['embedder']);
  const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  await embedder?.embed(passages.slice(0, WARM_UP).map(textOf), { signal });
  const measured = await timed(async () => {
    const index = openIndex({ directory });
    const vectors = (await embedder?.embed(passages.map(textOf), { signal, keep: true })) ?? [];
    await index.add(passages.map((passage, at) => ({ passage, vector: vectors[at] as Float32Array })));
    await index.commit();
    await index.close();
  });
  rmSync(directory, { recursive: true, force: true });
  return measured;
}

/** Padded batches in one session with the runtime's own number of threads: what transformers.js does. */
async function batchEmbedder(): Promise<(texts: string[]) => Promise<number[][]>> {
  const runtime = await loadRuntime();
  const session = await runtime.InferenceSession.create(weightsFile('embedder'));
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(TOKENIZER_FILE, 'utf8')), {});
  return async (texts) => {
    const ids = texts.map((text) => tokenizer.encode(text).ids.slice(0, TOKENS));
    const longest = Math.max(...ids.map(({ length }) => length));
    const tensor = (value: (row: readonly number[], at: number) => number) =>
      new runtime.Tensor(
        'int64',
        BigInt64Array.from(ids.flatMap((row) => Array.from({ length: longest }, (_, at) => BigInt(value(row, at))))),
        [texts.length, longest],
      );
    const { last_hidden_state: hidden } = await session.run({
      input_ids: tensor((row, at) => row[at] ?? 0),
      attention_mask: tensor((row, at) => Number(at < row.length)),
      token_type_ids: tensor(() => 0),
    });
    const data = hidden?.data as Float32Array;
    const row = longest * EMBEDDER_DIMENSIONS;
    return ids.map(({ length }, at) => [
      ...meanUnitVector(data.subarray(at * row, at * row + length * EMBEDDER_DIMENSIONS), EMBEDDER_DIMENSIONS),
    ]);
  };
}

async function langchain(): Promise<Measured> {
  const load = createRequire(new URL('../peers/package.json', import.meta.url));
  const { MemoryVectorStore } = await import(
    pathToFileURL(load.resolve('@langchain/classic/vectorstores/memory')).href
  );
  const embed = await batchEmbedder();
  await embed(passages.slice(0, WARM_UP).map(textOf));
  const embedDocuments = async (texts: string[]) => {
    const vectors: number[][] = [];
    for (let from = 0; from < texts.length; from += BATCH)
      vectors.push(...(await embed(texts.slice(from, from + BATCH))));
    return vectors;
  };
  const store = new MemoryVectorStore({ embedDocuments, embedQuery: async (text: string) => (await embed([text]))[0] });
  return timed(() =>
    store.addDocuments(passages.map((passage) => ({ pageContent: textOf(passage), metadata: { id: passage.id } }))),
  );
}

const ours = await winnow();
const peer = await langchain().catch(whyMissing);
const figure = (pick: (measured: Measured) => number) => ({
  'LangChain.js, same embedder': typeof peer === 'string' ? peer : pick(peer),
});
const what = `ingest, ${passages.length} passages of the sample`;
printRows([
  {
    what,
    unit: 'passages a second',
    isBetter: 'more',
    ours: ours.perSecond,
    peers: figure(({ perSecond }) => perSecond),
  },
  {
    what: 'the same',
    unit: 'ms of processor time a passage',
    isBetter: 'less',
    ours: ours.ms,
    peers: figure(({ ms }) => ms),
  },
]);
process.exit(0);
