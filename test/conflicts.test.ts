/**
 * Pairs of invented pages, half of which contradict each other: what is reported on them. Figures are in
 * experiments/data/conflicts.yaml.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Outcome, Passage } from '../src/core/data.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { findConflicts } from '../src/stages/find-conflicts.js';
import { statementsOf } from '../src/stages/statements-of.js';
import { passage, question, testRun } from '../src/testing/index.js';

const local = createLocalModels(['verifier']);

type Page = { readonly id: string; readonly title: string; readonly date: string; readonly text: string };
type Pair = { readonly question: string; readonly conflict: boolean; readonly pages: readonly [Page, Page] };

const pairs = ['pairs', 'kept-aside'].flatMap((name) =>
  readFileSync(new URL(`./fixtures/conflicts/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Pair),
);

const passageOf = ({ id, title, date, text }: Page): Passage => ({
  ...passage(`${id}#0`, text),
  source: { id, url: id, title, date },
});

/** Whether a sentence of the first page, cited, is said to be contradicted by the second. */
async function isReported({ question: text, pages }: Pair): Promise<boolean> {
  const [first, second] = pages.map(passageOf) as [Passage, Passage];
  const reported = await Promise.all(
    statementsOf(first).map((statement) => {
      const { text: said, quote, start, end } = statement;
      const claim = {
        text: said,
        start: 0,
        end: said.length,
        sources: [1],
        evidence: [{ n: 1, url: first.source.url, quote, start, end }],
      };
      const outcome: Outcome = {
        answer: { status: 'answered', text: said, claims: [claim] },
        sources: [{ n: 1, url: first.source.url, title: first.source.title, passages: [] }],
      };
      return findConflicts({ local })({ question: question(text), outcome, passages: [first, second] }, testRun().run);
    }),
  );
  return reported.some((conflicts) => conflicts.length > 0);
}

const shareReported = async (chosen: readonly Pair[]): Promise<number> =>
  (await Promise.all(chosen.map(isReported))).filter(Boolean).length / chosen.length;

test('most pages that contradict each other are reported', async () => {
  expect(await shareReported(pairs.filter(({ conflict }) => conflict))).toBeGreaterThanOrEqual(0.75);
});

test('few that only look like it are: what happens twice, or is said in another unit', async () => {
  expect(await shareReported(pairs.filter(({ conflict }) => !conflict))).toBeLessThanOrEqual(0.2);
});
