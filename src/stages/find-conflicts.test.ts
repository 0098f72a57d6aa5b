import { expect, test } from 'vitest';
import type { Outcome, Passage } from '../core/data.js';
import { passage, question, testRun } from '../testing/index.js';
import { findConflicts } from './find-conflicts.js';

const page = (url: string, text: string, date?: string): Passage => {
  const plain = passage(`${url}#0`, text);
  return { ...plain, source: { ...plain.source, title: 'Saltworks Museum', ...(date !== undefined && { date }) } };
};

/** An answer that takes the first passage's text as it is. */
const citing = ({ source, text }: Passage): Outcome => ({
  answer: {
    status: 'answered',
    text,
    claims: [
      {
        text,
        start: 0,
        end: text.length,
        sources: [1],
        verdict: 'supported',
        evidence: [{ n: 1, url: 'https://a.example', quote: text, start: 0, end: text.length }],
      },
    ],
  },
  sources: [{ n: 1, url: source.url, title: source.title, passages: [] }],
});

const find = (asked: string, passages: readonly Passage[], outcome = citing(passages[0] as Passage)) =>
  findConflicts({ question: question(asked), outcome, passages }, testRun().run);

const NEW = page('https://new.example', 'The museum is closed on Tuesdays.', '2024-03-25');
const OLD = page('https://old.example', 'Prices follow. The museum is closed on Mondays.', '2018-01-08');
const NOW = 'On which day is the museum closed?';

test('what another page says otherwise is reported with both quotes, dates and places; first what the answer follows', async () => {
  expect(await find(NOW, [NEW, OLD])).toEqual([
    {
      claim: 'The museum is closed on Tuesdays.',
      says: [
        { url: 'https://new.example', title: 'Saltworks Museum', date: '2024-03-25', quote: NEW.text, start: 0, end: NEW.text.length },
        {
          url: 'https://old.example',
          title: 'Saltworks Museum',
          date: '2018-01-08',
          quote: 'The museum is closed on Mondays.',
          start: 15,
          end: 47,
        },
      ],
      why: 'the question is about the present; the answer follows the newer page',
    },
  ]);
});

test('an answer that follows the older page is told of the newer', async () => {
  const [conflict] = await find(NOW, [page('https://old.example', 'The museum is closed on Mondays.', '2018-01-08'), NEW]);
  expect(conflict?.why).toContain('the answer follows the older page; a newer one says otherwise');
});

test('without dates that is said', async () => {
  const [conflict] = await find(NOW, [page('https://a.example', 'The museum is closed on Tuesdays.'), OLD]);
  expect(conflict?.why).toContain('not every page has a date');
});

test.each([
  ['pages that agree', NOW, [NEW, page('https://b.example', 'The museum is closed on Tuesdays and at Christmas.')]],
  ['the same page', NOW, [NEW, { ...OLD, id: 'https://new.example#1', source: NEW.source }]],
  ['another matter', NOW, [NEW, page('https://b.example', 'The café is open on Mondays.')]],
  [
    'a page of another year than the one asked about',
    'On which day was the museum closed in 2018?',
    [page('https://a.example', 'The museum is closed on Mondays.', '2018-01-08'), NEW],
  ],
])('no conflict: %s', async (_, asked, passages) => {
  expect(await find(asked, passages)).toEqual([]);
});

test('rows of tables are compared where they name the same thing', async () => {
  const table = (adult: string, child: string) => `| Ticket | Port Ezra |\n| --- | --- |\n| Adult | ${adult} |\n| Child | ${child} |`;
  const fares = page('https://a.example', table('17.50', '8.50'), '2024-04-01');
  const quote = '| Adult | 17.50 |';
  const start = fares.text.indexOf(quote);
  const text = 'Ticket: Adult; Port Ezra: 17.50.';
  const outcome: Outcome = {
    ...citing(fares),
    answer: {
      status: 'answered',
      text,
      claims: [
        {
          text,
          start: 0,
          end: text.length,
          sources: [1],
          evidence: [{ n: 1, url: 'https://a.example', quote, start, end: start + quote.length }],
        },
      ],
    },
  };
  const conflicts = await find(
    'What does an adult pay?',
    [fares, page('https://b.example', table('14.00', '7.00'), '2021-02-15')],
    outcome,
  );
  expect(conflicts.map(({ says }) => says[1]?.quote)).toEqual(['| Adult | 14.00 |']);
});

test('an abstention has no conflicts', async () => {
  const nothing: Outcome = { answer: { status: 'abstained', text: 'No answer.', claims: [] }, sources: [] };
  expect(await find(NOW, [NEW, OLD], nothing)).toEqual([]);
});
