/**
 * Is the passage that answers found in a real manual? Recall@1, @5 and @20 of the passage that holds a question's
 * `evidence`, on the questions of experiments/manuals whose manuals were fetched and ingested under their names
 * (experiments/manuals/README.md).
 * node bench/run.mjs manuals <data directory> [--split=tune] [--mode=sparse|dense|hybrid] [--misses] git debian postgresql
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Passage } from '../src/core/data.js';
import { type Corpus, type CorpusSearch, openCorpus } from '../src/engine/corpora/index.js';
import { cachedEmbedder } from '../src/providers/embed/cache.js';
import { createLocalModels } from '../src/providers/local/models.js';

type Question = {
  readonly id: string;
  readonly question: string;
  readonly gold_urls?: readonly string[];
  readonly evidence?: string;
  readonly split: string;
};

const [dataDirectory = '', ...rest] = process.argv.slice(2);
const flag = (name: string): string | undefined =>
  rest.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const sets = rest.filter((argument) => !argument.startsWith('--'));
const split = flag('split') ?? 'tune';
const asked = flag('mode');
const modes: readonly CorpusSearch['mode'][] = asked ? [asked as CorpusSearch['mode']] : ['sparse', 'dense', 'hybrid'];
const { signal } = new AbortController();
const local = modes.every((mode) => mode === 'sparse') ? undefined : createLocalModels(['embedder']);
const embedder =
  local?.embedder && cachedEmbedder(local.embedder, join(dataDirectory, `vectors-${local.embedder.name}.bin`));

const plain = (text: string): string =>
  text.replace(/[`*]/g, '').replaceAll('’', "'").replace(/\s+/g, ' ').toLowerCase();

/** The rank of the first passage of a gold page that holds the evidence. */
async function rankOf(
  { question, gold_urls = [], evidence = '' }: Question,
  corpus: Corpus,
  mode: CorpusSearch['mode'],
): Promise<number> {
  const { hits } = await corpus.search({ query: question, k: 20, mode, signal });
  const isGold = ({ source, headings, text }: Passage) =>
    gold_urls.includes(source.url) && plain(`${headings.join(' ')} ${text}`).includes(plain(evidence));
  return hits.findIndex(isGold) + 1 || Number.POSITIVE_INFINITY;
}

for (const set of sets) {
  const corpus = await openCorpus({ dataDirectory, name: set }, { embedder });
  const questions = readFileSync(join('experiments/manuals', set, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question)
    .filter((question) => question.evidence !== undefined && question.split === split);
  for (const mode of modes) {
    const startedMs = performance.now();
    const ranks: number[] = [];
    for (const question of questions) ranks.push(await rankOf(question, corpus, mode));
    const recall = (k: number) => Number((ranks.filter((rank) => rank <= k).length / ranks.length).toFixed(3));
    const msPerQuery = Number(((performance.now() - startedMs) / questions.length).toFixed(1));
    const { passages } = corpus.describe();
    console.log(
      JSON.stringify({
        set,
        split,
        mode,
        passages,
        questions: ranks.length,
        '@1': recall(1),
        '@5': recall(5),
        '@20': recall(20),
        msPerQuery,
      }),
    );
    if (rest.includes('--misses'))
      for (const [at, rank] of ranks.entries()) if (rank > 1) console.log(`  ${rank}\t${questions[at]?.question}`);
  }
  await corpus.close();
}
process.exit();
