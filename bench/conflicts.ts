/**
 * How often sources are said to disagree. One JSON object a line; experiments/data/conflicts.yaml holds the figures.
 * node bench/run.mjs conflicts pairs|kept-aside [rows]   pages written for it, half of which contradict each other (test/fixtures/conflicts)
 * node bench/run.mjs conflicts rgb [rows]                RGB's right snippets beside its wrong ones, and beside other right ones alone; needs WINNOW_DATA
 */
import type { Passage } from '../src/core/data.js';
import { startRun } from '../src/core/run.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { extractAnswer } from '../src/stages/extract-answer.js';
import { findConflicts } from '../src/stages/find-conflicts.js';
import { statementsOf } from '../src/stages/statements-of.js';
import { citing, type Page, passageOf } from './conflicts/citing.js';
import { readRgb } from './conflicts/rgb.js';
import { readJsonLines } from './survival/cases.js';

const [what = 'pairs', rows] = process.argv.slice(2);
const { run } = startRun();
const find = findConflicts({ local: createLocalModels(['verifier']) });
const askedAt = '2026-01-01T00:00:00.000Z';
const share = (count: number, n: number): number => Math.round((count / Math.max(1, n)) * 1000) / 1000;

type PagePair = {
  readonly question: string;
  readonly conflict: boolean;
  readonly pages: readonly [Page, Page];
  readonly newer?: string;
  readonly older?: string;
};

/** Every sentence of the first page is cited once: the pair is found when one of them is said to be contradicted. */
async function pairs(file: string): Promise<void> {
  const all = readJsonLines<PagePair>(new URL(`../test/fixtures/conflicts/${file}.jsonl`, import.meta.url).pathname);
  const counts = { n: 0, found: 0, agreeing: 0, falsely: 0, aboutNow: 0, newer: 0 };
  for (const { question: text, conflict, pages, newer, older = '' } of all) {
    const passages = pages.map(passageOf);
    const question = { text, askedAt };
    const reported = await Promise.all(
      statementsOf(passages[0] as Passage).map((statement) =>
        find({ question, outcome: citing(statement), passages }, run),
      ),
    );
    const isFound = reported.some((conflicts) => conflicts.length > 0);
    counts[conflict ? 'n' : 'agreeing'] += 1;
    counts[conflict ? 'found' : 'falsely'] += Number(isFound);
    if (newer !== undefined) {
      const extracted = await extractAnswer(
        { question, passages: passages.map((passage) => ({ ...passage, score: 1 })) },
        {},
        run,
      );
      counts.aboutNow += 1;
      counts.newer += Number(
        extracted.status === 'answered' && extracted.text.includes(newer) && !extracted.text.includes(older),
      );
      if (rows)
        console.log(
          JSON.stringify({ text, newer, extracted: extracted.status === 'answered' ? extracted.text : extracted.why }),
        );
    }
    if (rows && isFound !== conflict)
      console.log(
        JSON.stringify({ text, conflict, found: reported.flat().map(({ says }) => says.map(({ quote }) => quote)) }),
      );
  }
  const { n, found, agreeing, falsely, aboutNow, newer } = counts;
  console.log(
    JSON.stringify({
      set: file,
      n,
      found: share(found, n),
      agreeing,
      falsely: share(falsely, agreeing),
      aboutNow,
      newer: share(newer, aboutNow),
    }),
  );
}

/**
 * Each sentence of a right snippet that holds the answer is cited. A wrong snippet is a right one with another answer
 * in its place: `twin` is that of the cited one.
 */
async function rgb(data: string): Promise<void> {
  const rgbSet = readRgb(data);
  const counts = { n: 0, twin: 0, others: 0, withOthers: 0, questions: 0, anyOfQuestion: 0, falsely: 0 };
  for (const asked of rgbSet.questions) {
    const of = (ids: readonly string[], holds: string) =>
      ids
        .flatMap((id) => rgbSet.pages.get(id) ?? [])
        .filter(({ text }) => text.toLowerCase().includes(holds.toLowerCase()))
        .map(passageOf);
    const [right, wrong] = [of(asked.gold_doc_ids, asked.answers[0] ?? ''), of(asked.wrong_doc_ids, asked.fake_answer)];
    const question = { text: asked.question, askedAt };
    const holding = right
      .flatMap((passage) => statementsOf(passage))
      .filter(({ text }) => text.toLowerCase().includes((asked.answers[0] ?? '').toLowerCase()));
    let isAny = false;
    for (const statement of holding) {
      const outcome = citing(statement);
      const number = statement.passage.source.id.split('-').at(-1);
      const others = wrong.filter(({ source }) => source.id.split('-').at(-1) !== number);
      const report = async (passages: readonly Passage[]) =>
        (await find({ question, outcome, passages: [statement.passage, ...passages] }, run)).length > 0;
      const [all, withOthers, falsely] = [await report(wrong), await report(others), await report(right)];
      counts.n += 1;
      counts.twin += Number(all);
      counts.others += Number(others.length > 0);
      counts.withOthers += Number(withOthers);
      counts.falsely += Number(falsely);
      isAny ||= all;
      if (rows && falsely)
        console.log(
          JSON.stringify({
            question: asked.question,
            says: (await find({ question, outcome, passages: [statement.passage, ...right] }, run)).flatMap(
              ({ says }) => says.map(({ quote }) => quote),
            ),
          }),
        );
    }
    counts.questions += Number(holding.length > 0);
    counts.anyOfQuestion += Number(isAny);
  }
  const { n, twin, others, withOthers, questions, anyOfQuestion, falsely } = counts;
  console.log(
    JSON.stringify({
      set: 'rgb',
      n,
      both: share(twin, n),
      othersOnly: share(withOthers, others),
      questions,
      anyOfQuestion: share(anyOfQuestion, questions),
      falsely: share(falsely, n),
    }),
  );
}

if (what !== 'rgb') await pairs(what);
else if (!process.env.WINNOW_DATA) console.log('SKIPPED: set WINNOW_DATA to the data folder.');
else await rgb(process.env.WINNOW_DATA);
