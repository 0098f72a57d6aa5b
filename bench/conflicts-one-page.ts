/**
 * How often a page is said to contradict itself. One JSON object a line.
 * node bench/run.mjs conflicts-one-page honest FILE.jsonl ... [--pages=N] [rows]
 *   real pages ({"id", "title", "text"} a line, or what `answers collect` wrote): each sentence cited in turn
 * node bench/run.mjs conflicts-one-page lies [rows]
 *   RGB: a sentence with the right answer, and its twin with the wrong one put behind it on the same page, either of them
 *   cited; needs WINNOW_DATA
 */
import type { Conflict, Passage } from '../src/core/data.js';
import { startRun } from '../src/core/run.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { findConflicts } from '../src/stages/find-conflicts.js';
import { statementsOf } from '../src/stages/statements-of.js';
import { citing, type Page, passageOf } from './conflicts/citing.js';
import { readRgb } from './conflicts/rgb.js';
import { readJsonLines } from './survival/cases.js';

const [what = 'honest', ...given] = process.argv.slice(2);
const rows = given.includes('rows');
const most = Number(given.find((one) => one.startsWith('--pages='))?.slice(8) ?? 300);
const { run } = startRun();
const find = findConflicts({ local: createLocalModels(['verifier']) });
const askedAt = '2026-01-01T00:00:00.000Z';
const share = (count: number, n: number): number => Math.round((count / Math.max(1, n)) * 10_000) / 10_000;

type Statement = ReturnType<typeof statementsOf>[number];

const conflictsOf = (statement: Statement, passages: readonly Passage[], text = ''): Promise<readonly Conflict[]> =>
  find({ question: { text, askedAt }, outcome: citing(statement), passages }, run);

/** The passages of one page, of whichever kind the file is. */
function pagesOf(file: string): Passage[][] {
  type Line = Page & { readonly passages?: readonly Passage[] };
  const passages = readJsonLines<Line>(file).flatMap((line) => line.passages ?? [passageOf(line)]);
  const byPage = new Map<string, Map<string, Passage>>();
  for (const passage of passages)
    byPage.set(passage.source.url, (byPage.get(passage.source.url) ?? new Map()).set(passage.id, passage));
  const all = [...byPage.values()].map((of) => [...of.values()]);
  const every = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, at) => at % every === 0).slice(0, most);
}

async function honest(file: string): Promise<void> {
  const counts = { pages: 0, sentences: 0, reported: 0, pagesReported: 0 };
  for (const passages of pagesOf(file)) {
    const statements = passages.flatMap((passage) => statementsOf(passage));
    let isReported = false;
    for (const statement of statements) {
      const conflicts = await conflictsOf(statement, passages);
      counts.sentences += 1;
      counts.reported += conflicts.length;
      isReported ||= conflicts.length > 0;
      if (rows) for (const { says } of conflicts) console.log(JSON.stringify(says.map(({ quote }) => quote)));
    }
    counts.pages += 1;
    counts.pagesReported += Number(isReported);
  }
  console.log(JSON.stringify({ file, ...counts, falsely: share(counts.reported, counts.sentences) }));
}

async function lies(data: string): Promise<void> {
  const { pages, questions } = readRgb(data);
  const counts = { n: 0, truthCited: 0, lieCited: 0 };
  for (const { question, answers, fake_answer, gold_doc_ids, wrong_doc_ids } of questions) {
    const holding = (ids: readonly string[], answer: string) =>
      ids
        .flatMap((id) => pages.get(id) ?? [])
        .flatMap((page) => statementsOf(passageOf(page)))
        .filter(({ text }) => text.toLowerCase().includes(answer.toLowerCase()));
    const truths = holding(gold_doc_ids, answers[0] ?? '');
    const wrong = holding(wrong_doc_ids, fake_answer);
    for (const truth of truths) {
      const number = truth.passage.source.id.split('-').at(-1);
      const lie = wrong.find(({ passage }) => passage.source.id.split('-').at(-1) === number);
      if (!lie) continue;
      const page = passageOf({
        ...truth.passage.source,
        text: `${truth.passage.text.slice(0, truth.end)} ${lie.quote} ${truth.passage.text.slice(truth.end)}`,
      });
      const statements = statementsOf(page);
      const isFound = async (said: string) => {
        const statement = statements.find(({ quote }) => quote === said);
        return statement !== undefined && (await conflictsOf(statement, [page], question)).length > 0;
      };
      const [truthCited, lieCited] = [await isFound(truth.quote), await isFound(lie.quote)];
      counts.n += 1;
      counts.truthCited += Number(truthCited);
      counts.lieCited += Number(lieCited);
      if (rows && !lieCited) console.log(JSON.stringify({ question, truth: truth.quote, lie: lie.quote }));
    }
  }
  const { n, truthCited, lieCited } = counts;
  console.log(JSON.stringify({ set: 'rgb', n, truthCited: share(truthCited, n), lieCited: share(lieCited, n) }));
}

if (what === 'honest') for (const file of given.filter((one) => one.endsWith('.jsonl'))) await honest(file);
else if (!process.env.WINNOW_DATA) console.log('SKIPPED: set WINNOW_DATA to the data folder.');
else await lies(process.env.WINNOW_DATA);
process.exit(0);
