/**
 * How good is keyword search? nDCG@10 and recall@10 on sets with `corpus.jsonl` (id, title, text) and `questions.jsonl`
 * (question, gold_doc_ids).
 * node bench/run.mjs retrieval/quality <folder> [folder ...]
 * One passage per document. The settings compared are those that docs/decisions chose between.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openIndex } from '../../src/providers/index/open.js';
import type { Index } from '../../src/providers/index/types.js';

type Question = { readonly question: string; readonly gold_doc_ids: readonly string[] };
type Record_ = { readonly id: string; readonly title?: string; readonly text: string };

const SETTINGS = [
  { titleWeight: 1, k1: 0.9, b: 0.4 },
  { titleWeight: 1, k1: 1.2, b: 0.75 },
  { titleWeight: 2, k1: 0.9, b: 0.4 },
  { titleWeight: 2, k1: 1.2, b: 0.75 },
  { titleWeight: 2, k1: 1.5, b: 0.6 },
  { titleWeight: 3, k1: 1.2, b: 0.75 },
];

const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const gain = (rank: number): number => 1 / Math.log2(rank + 2);

function ndcg(found: readonly string[], gold: ReadonlySet<string>): number {
  const ideal = Array.from({ length: Math.min(10, gold.size) }, (_, rank) => gain(rank)).reduce(
    (sum, value) => sum + value,
    0,
  );
  return found.reduce((sum, id, rank) => sum + (gold.has(id) ? gain(rank) : 0), 0) / ideal;
}

async function build(records: readonly Record_[], titleWeight: number): Promise<Index> {
  const index = openIndex({ titleWeight });
  await index.add(
    records.map(({ id, title = '', text }) => ({
      passage: { id, source: { id, url: '', title }, headings: [], text, start: 0, end: text.length },
    })),
  );
  await index.commit();
  return index;
}

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4);

for (const folder of process.argv.slice(2)) {
  const records = readLines<Record_>(join(folder, 'corpus.jsonl'));
  const questions = readLines<Question>(join(folder, 'questions.jsonl')).filter(
    ({ gold_doc_ids }) => gold_doc_ids.length > 0,
  );
  for (const { titleWeight, k1, b } of SETTINGS) {
    const index = await build(records, titleWeight);
    const scores: number[] = [];
    const recalls: number[] = [];
    for (const { question, gold_doc_ids } of questions) {
      const found = (await index.search({ text: question, mode: 'sparse', k: 10, k1, b })).map(
        ({ source }) => source.id,
      );
      const gold = new Set(gold_doc_ids);
      scores.push(ndcg(found, gold));
      recalls.push(found.filter((id) => gold.has(id)).length / gold.size);
    }
    console.log(
      `${basename(folder).padEnd(20)} title ${titleWeight} k1 ${k1} b ${b}  nDCG@10 ${mean(scores)}  recall@10 ${mean(recalls)}  (${questions.length} questions)`,
    );
    await index.close();
  }
}
