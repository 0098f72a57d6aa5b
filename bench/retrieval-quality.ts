/**
 * How good is retrieval from a corpus? Sparse, dense, hybrid by three fusions, and the reranker on top of the best of
 * them, on sets with
 * `corpus.jsonl` (id, title, text) and `questions.jsonl` (question, gold_doc_ids or gold_urls).
 * node bench/run.mjs retrieval-quality <data folder> <work folder> [--rerank] [--limit=N] set[:chunking[@similarity]] ...
 * The work folder keeps corpora and vectors, so that a second run takes seconds. Prints one JSON object a line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../src/core/ports.js';
import {
  CHUNKINGS,
  type Corpus,
  type CorpusSearch,
  ingest,
  openCorpus,
  openSource,
} from '../src/engine/corpora/index.js';
import { cachedEmbedder } from '../src/providers/embed/cache.js';
import { createHttpClient } from '../src/providers/http.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { scoreRetrieval } from '../src/text/metrics/retrieval.js';

type Question = {
  readonly question: string;
  readonly gold_doc_ids?: readonly string[];
  readonly gold_urls?: readonly string[];
};
type Way = { readonly label: string } & Partial<CorpusSearch>;

const WAYS: readonly Way[] = [
  { label: 'sparse', mode: 'sparse' },
  { label: 'dense', mode: 'dense' },
  { label: 'hybrid rrf', mode: 'hybrid', fusion: 'rrf' },
  { label: 'hybrid weighted', mode: 'hybrid', fusion: 'weighted' },
  { label: 'hybrid zscore', mode: 'hybrid', fusion: 'zscore' },
];
const RERANKED: Way = { label: 'hybrid zscore + reranker', mode: 'hybrid', fusion: 'zscore', rerank: true };

const [dataFolder = '', dataDirectory = '', ...rest] = process.argv.slice(2);
const sets = rest.filter((argument) => !argument.startsWith('--'));
const limit = Number(
  rest.find((argument) => argument.startsWith('--limit='))?.slice('--limit='.length) ?? Number.POSITIVE_INFINITY,
);
const ways = rest.includes('--rerank') ? [...WAYS, RERANKED] : WAYS;
const { signal } = new AbortController();
const local = createLocalModels(['embedder', 'reranker']);
const { reranker } = local;
const embedder =
  local.embedder &&
  keepingAll(cachedEmbedder(local.embedder, join(dataDirectory, `vectors-${local.embedder.name}.bin`)));

/** Sentences and queries are kept on disk too: other ways of cutting and later runs ask for them again. */
function keepingAll(cached: Embedder): Embedder {
  return { ...cached, embed: (texts, options) => cached.embed(texts, { ...options, keep: true }) };
}

async function prepared(set: string, chunk = 'default'): Promise<Corpus> {
  const [way, similarity] = chunk.split('@');
  const name = `${set}-${chunk.replace(/[@.]/g, '_')}`;
  const chunking = CHUNKINGS.find((known) => known === way);
  const cut = similarity === undefined ? undefined : { below: Number(similarity) };
  const source = await openSource(join(dataFolder, set), { http: createHttpClient(), signal });
  const counts = await ingest({ place: { dataDirectory, name }, sources: [source], embedder, chunking, cut, signal });
  process.stderr.write(`${name}: ${JSON.stringify(counts)}\n`);
  return await openCorpus({ dataDirectory, name }, { embedder, reranker });
}

const mean = (values: readonly number[]): number =>
  Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4));

async function measure(corpus: Corpus, questions: readonly Question[], { label, ...way }: Way) {
  const scores = [];
  const startedMs = performance.now();
  for (const { question, gold_doc_ids, gold_urls = [] } of questions) {
    const { hits } = await corpus.search({ query: question, k: 10, by: 'doc', signal, ...way });
    const score = scoreRetrieval(
      hits.map(({ source }) => source.id),
      gold_doc_ids ?? gold_urls,
      { cutoff: 10 },
    );
    if (score) scores.push(score);
  }
  return {
    way: label,
    passages: corpus.describe().passages,
    questions: scores.length,
    'nDCG@10': mean(scores.map(({ ndcg }) => ndcg)),
    'recall@10': mean(scores.map(({ recall }) => recall)),
    'allGold@10': mean(scores.map(({ allFound }) => allFound)),
    msPerQuery: Number(((performance.now() - startedMs) / questions.length).toFixed(1)),
  };
}

for (const argument of sets) {
  const [set = '', chunk] = argument.split(':');
  const corpus = await prepared(set, chunk);
  const questions = readFileSync(join(dataFolder, set, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question)
    .slice(0, limit);
  for (const way of ways)
    console.log(JSON.stringify({ set, chunk: chunk ?? 'default', ...(await measure(corpus, questions, way)) }));
  await corpus.close();
}
process.exit();
