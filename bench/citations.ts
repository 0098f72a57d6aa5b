/**
 * Precision and recall of citations for every pipeline on the sample's test questions, without a language model. One JSON object a line;
 * experiments/data/citations.yaml holds the figures.
 * node bench/run.mjs citations embedded [pipeline,...]   answers taken from the pages: cited pages against the questions' gold pages
 * node bench/run.mjs citations writer [pipeline,...]     a scripted writer that cites wrongly one time in five: its citations before and after
 *                                                        verification, against the pages that say the sentence
 */
import { readFileSync } from 'node:fs';
import type { Result } from '../src/core/data.js';
import { createEngine, type Engine } from '../src/engine/index.js';
import { BUILT_IN_PIPELINES } from '../src/engine/pipelines.js';
import { coverage } from '../src/text/lexical.js';
import { scoreCitations } from '../src/text/metrics/citations.js';
import { terms } from '../src/text/terms.js';
import { samplePages } from './citations/cases.js';
import { flat, type Pages, scriptedWriter, type Written } from './citations/scripted-writer.js';

type Row = { readonly question: string; readonly gold_urls: readonly string[]; readonly split: string };

const [mode = 'embedded', wanted] = process.argv.slice(2);
const names = BUILT_IN_PIPELINES.map(({ name }) => name).filter((name) => !wanted || wanted.split(',').includes(name));
const rows = readFileSync(new URL('../corpus/questions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .filter(({ split }) => split === 'test');
const pages: Pages = new Map((await samplePages()).map(({ url, text }) => [url, flat(text)]));

/** A sentence of an answer with the pages it is cited to. */
type Cited = { readonly text: string; readonly urls: readonly string[] };

function citedIn({ answer, sources }: Result): Cited[] {
  const urlOf = new Map(sources.map(({ n, url }) => [n, url]));
  return answer.claims.map(({ text, sources: numbers }) => ({ text, urls: numbers.flatMap((n) => urlOf.get(n) ?? []) }));
}

const share = (count: number, n: number): number | null => (n === 0 ? null : Math.round((count / n) * 1000) / 1000);
const mean = (values: readonly number[]): number | null =>
  share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );

function goldScores(results: readonly { readonly result: Result; readonly row: Row }[]) {
  const scores = results.flatMap(
    ({ result, row }) =>
      scoreCitations(
        citedIn(result).flatMap(({ urls }) => urls),
        row.gold_urls,
      ) ?? [],
  );
  return { goldPrecision: mean(scores.flatMap(({ precision }) => precision ?? [])), goldRecall: mean(scores.map(({ recall }) => recall)) };
}

async function embedded(engine: Engine, pipeline: string): Promise<void> {
  const results: { result: Result; row: Row }[] = [];
  for (const row of rows) results.push({ row, result: await engine.ask(row.question, { pipeline }) });
  const cited = results.flatMap(({ result }) => citedIn(result)).flatMap(({ text, urls }) => urls.map((url) => ({ text, url })));
  const standing = cited.filter(({ text, url }) => pages.get(url)?.includes(flat(text))).length;
  const answered = results.filter(({ result }) => result.answer.status === 'answered').length;
  console.log(
    JSON.stringify({ mode, pipeline, n: rows.length, answered, verbatim: share(standing, cited.length), ...goldScores(results) }),
  );
}

/** A repaired sentence is the one it shares most words with. */
function originOf({ text }: Cited, written: readonly Written[]): Written | undefined {
  return (
    written.find((one) => flat(one.text) === flat(text)) ??
    [...written].sort((left, right) => coverage(terms(text), right.text) - coverage(terms(text), left.text))[0]
  );
}

async function withWriter(pipeline: string): Promise<void> {
  const writer = scriptedWriter(pages, 2);
  const engine = createEngine({ models: { large: writer.model } });
  const counts = { written: 0, rightBefore: 0, citations: 0, right: 0, carried: 0, kept: 0 };
  const results: { result: Result; row: Row }[] = [];
  for (const row of rows) {
    writer.begin({ question: row.question, gold: row.gold_urls });
    const result = await engine.ask(row.question, { pipeline });
    const written = writer.written();
    results.push({ row, result });
    counts.written += written.length;
    counts.rightBefore += written.filter((one) => one.pages.includes(one.marked)).length;
    const carried = new Set<Written>();
    for (const claim of written.length > 0 ? citedIn(result) : []) {
      const origin = originOf(claim, written);
      if (!origin) continue;
      const right = claim.urls.filter((url) => origin.pages.includes(url));
      counts.citations += claim.urls.length;
      counts.right += right.length;
      counts.kept += 1;
      if (right.length > 0) carried.add(origin);
    }
    counts.carried += carried.size;
  }
  await engine.close();
  const before = share(counts.rightBefore, counts.written);
  const after = {
    precision: share(counts.right, counts.citations),
    recall: share(counts.carried, counts.written),
    kept: share(counts.kept, counts.written),
  };
  // Each sentence has one mark, so that its precision and its recall are the same.
  console.log(
    JSON.stringify({
      mode,
      pipeline,
      written: counts.written,
      precisionBefore: before,
      recallBefore: before,
      ...after,
      ...goldScores(results),
    }),
  );
}

if (mode === 'writer') for (const name of names) await withWriter(name);
else {
  const engine = createEngine();
  for (const name of names) await embedded(engine, name);
  await engine.close();
}
