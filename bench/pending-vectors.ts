/**
 * How good is a hybrid search while vectors are still being computed? A share of the documents, chosen at random, is
 * taken to have no vector yet, on the corpora that bench/retrieval-quality has made.
 * node bench/run.mjs pending-vectors <data folder> <work folder> set ...
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedIndexes } from '../src/providers/index/embedded.js';
import type { IndexHit } from '../src/providers/index/types.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { type RankedItem, withStandIns, zScoreSum } from '../src/text/fuse.js';
import { scoreRetrieval } from '../src/text/metrics/retrieval.js';
import { seededRandom } from '../src/text/random.js';

type Lists = readonly [readonly RankedItem[], readonly RankedItem[]];
type Ways = Record<string, (lists: Lists, isPending: (id: string) => boolean) => Lists>;

const DEPTH = 100;
const SHARES = [0.1, 0.5, 0.9];
const [dataFolder = '', workFolder = '', ...sets] = process.argv.slice(2);
const { signal } = new AbortController();
const { embedder } = createLocalModels(['embedder']);

/** The score by meaning that stands so many times deeper in the list than the passage does by words. */
const deeper =
  (times: number): Ways[string] =>
  ([words, meaning], isPending) => {
    const last = meaning.at(-1);
    if (!last) return [words, meaning];
    const more = words.flatMap(({ id }, rank) =>
      isPending(id) ? [{ id, score: (meaning[Math.round((rank + 1) * times) - 1] ?? last).score }] : [],
    );
    return [words, [...meaning, ...more].sort((left, right) => right.score - left.score)];
  };

const WAYS: Ways = {
  'as if last by meaning': (lists) => lists,
  'words alone': ([words]) => [words, []],
  'the place by words stands in': withStandIns,
  'twice as deep': deeper(2),
  'five times as deep': deeper(5),
};

const ids = (hits: readonly IndexHit[]): RankedItem[] => hits.map(({ source, score }) => ({ id: source.id, score }));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

for (const set of sets) {
  const index = await embeddedIndexes(join(workFolder, 'corpora')).open(`${set}-default`);
  const questions = readFileSync(join(dataFolder, set, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { question: string; gold_doc_ids: string[] });
  const random = seededRandom(set);
  const drawn = new Map((await index.documents()).map((id) => [id, random()]));
  const scores = new Map<string, number[]>();
  for (const { question, gold_doc_ids } of questions) {
    const [vector] = (await embedder?.embed([question], { signal })) ?? [];
    const words = ids(await index.search({ text: question, mode: 'sparse', k: DEPTH }));
    const all = ids(await index.search({ vector: vector as Float32Array, mode: 'dense', k: 2500 }));
    for (const share of [0, ...SHARES, 1]) {
      const isPending = (id: string) => (drawn.get(id) as number) < share;
      const meaning = all.filter(({ id }) => !isPending(id)).slice(0, DEPTH);
      for (const [name, way] of Object.entries(WAYS)) {
        const found = zScoreSum()([...way([words, meaning], isPending)]).map(({ id }) => id);
        const { ndcg } = scoreRetrieval([...new Set(found)].slice(0, 10), gold_doc_ids, { cutoff: 10 }) ?? { ndcg: 0 };
        const key = `${share}\t${name}`;
        scores.set(key, [...(scores.get(key) ?? []), ndcg]);
      }
    }
  }
  for (const [key, list] of scores) console.log(`${set}\t${key}\t${mean(list).toFixed(4)}`);
  await index.close();
}
process.exit(0);
