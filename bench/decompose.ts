/**
 * What taking a question apart by rule earns on real multi-hop questions: the share of gold documents among the first
 * eight found by words for the whole question, and for the question interleaved with its steps that wait for no other.
 * By kind of rule. node bench/run.mjs decompose [set,...] [show]
 */
import { sideBySide } from '../src/text/decompose/comparisons.js';
import { decompose, referencesIn } from '../src/text/decompose.js';
import { readSet, retrieverOver } from './level-rag/musique.js';

const MOST = 8;
const data = process.env.WINNOW_DATA ?? '../shared/data';
const [sets = 'musique-train100,hotpotqa-train100,hotpotqa-val-half', how] = process.argv.slice(2);

for (const set of sets.split(',')) {
  const { paragraphs, questions } = readSet(`${data}/${set}`);
  const retriever = await retrieverOver(paragraphs);
  const { signal } = new AbortController();
  const found = async (text: string): Promise<string[]> =>
    (await retriever.retrieve(text, { mode: 'sparse', limit: MOST, signal })).passages.map(({ source }) => source.url);
  const rows: { kind: string; whole: number; steps: number; question: string; parts: readonly string[] }[] = [];
  for (const { question, gold_doc_ids: gold } of questions) {
    const parts = decompose(question);
    const free = parts.filter((part) => referencesIn(part).length === 0);
    const lists = await Promise.all([question, ...(parts.length > 1 ? free : [])].map(found));
    const mixed = [
      ...new Set(Array.from({ length: MOST }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()),
    ].slice(0, MOST);
    const recall = (urls: readonly string[]) => gold.filter((id) => urls.includes(id)).length / gold.length;
    const kind = parts.length === 1 ? 'left whole' : sideBySide(question) ? 'side by side' : 'noun phrase';
    rows.push({ kind, whole: recall(lists[0] as string[]), steps: recall(mixed), question, parts });
  }
  for (const kind of [...new Set(rows.map((row) => row.kind)), 'all']) {
    const of = rows.filter((row) => kind === 'all' || row.kind === kind);
    const mean = (key: 'whole' | 'steps') => (of.reduce((sum, row) => sum + row[key], 0) / of.length).toFixed(3);
    console.log(
      `${set}, ${kind} (${of.length}): whole ${mean('whole')}, with steps ${mean('steps')}; better ${of.filter((row) => row.steps > row.whole).length}, worse ${of.filter((row) => row.steps < row.whole).length}`,
    );
  }
  if (how)
    for (const { kind, question, parts, whole, steps } of rows)
      if (parts.length > 1) console.log(`  ${kind} ${whole}->${steps} | ${question} -> ${parts.join(' | ')}`);
}
