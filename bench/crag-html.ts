/**
 * Real questions, real search results, real HTML: the ten questions of `crag-html` through the whole of HiFi-RAG
 * without a language model. Each question finds the results recorded for it. Needs WINNOW_DATA. node bench/run.mjs
 * crag-html
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../src/core/data.js';
import { createEngine } from '../src/engine/index.js';
import { parseDocument } from '../src/providers/parse/index.js';

type PageRecord = { id: string; title: string; url: string; text: string; html_file: string };
type QuestionRecord = { question: string; answers: string[]; candidate_doc_ids: string[] };

const data = process.env.WINNOW_DATA;
if (!data) {
  console.log('SKIPPED: set WINNOW_DATA to the data folder.');
  process.exit(0);
}
const folder = join(data, 'crag-html');
const readLines = <T>(file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const pages = new Map(readLines<PageRecord>('corpus.jsonl').map((page) => [page.id, page]));
const byUrl = new Map([...pages.values()].map((page) => [page.url, page]));
const dataDirectory = mkdtempSync(join(tmpdir(), 'winnow-crag-'));

async function answer({ question, candidate_doc_ids: ids }: QuestionRecord): Promise<Result> {
  const hits = ids.flatMap((id) => pages.get(id) ?? []).map(({ url, title, text }) => ({ url, title, snippet: text }));
  const engine = createEngine({
    config: { dataDirectory },
    search: { name: 'recorded', search: async () => hits },
    fetcher: {
      name: 'recorded',
      fetch: async (url) =>
        parseDocument({
          bytes: readFileSync(join(folder, byUrl.get(url)?.html_file ?? '')),
          url,
          contentType: 'text/html',
        }),
    },
  });
  return engine.ask(question);
}

const results: Result[] = [];
for (const row of readLines<QuestionRecord>('questions.jsonl')) {
  const result = await answer(row);
  results.push(result);
  const { hits, hitsKept, pages: read, sections, sectionsKept } = result.funnel;
  console.log(
    `${result.answer.status}  hits ${hitsKept}/${hits}  pages ${read}  sections ${sectionsKept}/${sections}  ${result.usage.ms} ms  ${row.question}`,
  );
  console.log(`    ${result.answer.text.slice(0, 200)}`);
}
const total = (name: keyof Result['funnel']) => results.reduce((sum, { funnel }) => sum + funnel[name], 0);
const dropped = (kept: number, all: number) => `${(100 * (1 - kept / all)).toFixed(1)} %`;
console.log(
  `${results.length} questions, ${results.filter(({ answer: { status } }) => status === 'answered').length} answered`,
);
console.log(
  `results dropped ${dropped(total('hitsKept'), total('hits'))}, pages read ${total('pages')} of ${total('hitsKept')}, sections ${total('sections')}, dropped ${dropped(total('sectionsKept'), total('sections'))}`,
);
rmSync(dataDirectory, { recursive: true });
process.exit(0);
