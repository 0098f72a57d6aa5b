/**
 * Does an index on a server rank as the embedded one does? nDCG@10 of keyword search, and how much of the embedded
 * index's first ten each shares.
 * node bench/run.mjs cluster/quality <folder with corpus.jsonl and questions.jsonl> embedded opensearch=http://127.0.0.1:9270 ...
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scoreRetrieval } from '../../src/text/metrics/retrieval.js';
import { openKind } from './kinds.js';

type Question = { readonly question: string; readonly gold_doc_ids: readonly string[] };
type Stored = { readonly id: string; readonly title?: string; readonly text: string };

const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const [folder = '', ...kinds] = process.argv.slice(2);
const records = readLines<Stored>(join(folder, 'corpus.jsonl'));
const questions = readLines<Question>(join(folder, 'questions.jsonl')).filter(
  ({ gold_doc_ids }) => gold_doc_ids.length > 0,
);
const entries = records.map(({ id, title = '', text }) => ({
  passage: { id, source: { id, url: '', title }, headings: [], text, start: 0, end: text.length },
}));
const mean = (values: readonly number[]): number =>
  Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4));

let first: string[][] | undefined;
for (const text of kinds) {
  const { label, indexes, close } = await openKind(text);
  await indexes.remove('quality');
  const index = await indexes.open('quality');
  const startedMs = performance.now();
  for (let from = 0; from < entries.length; from += 2000) {
    await index.add(entries.slice(from, from + 2000));
    await index.commit();
  }
  const ingestSeconds = (performance.now() - startedMs) / 1000;
  const askedMs = performance.now();
  const found: string[][] = [];
  for (const { question } of questions)
    found.push((await index.search({ text: question, mode: 'sparse', k: 10 })).map(({ id }) => id));
  const msPerQuery = (performance.now() - askedMs) / questions.length;
  first ??= found;
  const overlaps = found.map(
    (ids, at) => ids.filter((id) => first?.[at]?.includes(id)).length / Math.max(1, first?.[at]?.length ?? 0),
  );
  const scores = found.map((ids, at) => scoreRetrieval(ids, questions[at]!.gold_doc_ids));
  console.log(
    JSON.stringify({
      index: label,
      passages: entries.length,
      questions: questions.length,
      ndcgAt10: mean(scores.map((score) => score?.ndcg ?? 0)),
      overlapAt10: mean(overlaps),
      ingestSeconds: Number(ingestSeconds.toFixed(1)),
      msPerQuery: Number(msPerQuery.toFixed(1)),
    }),
  );
  await index.close();
  await indexes.remove('quality');
  close();
}
