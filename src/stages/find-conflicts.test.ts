import { expect, test } from 'vitest';
import type { Outcome, Passage } from '../core/data.js';
import { createLocalModels } from '../providers/local/models.js';
import { passage, question, testRun } from '../testing/index.js';
import { findConflicts } from './find-conflicts.js';

const local = createLocalModels(['verifier']);

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
        evidence: [{ n: 1, url: source.url, quote: text, start: 0, end: text.length }],
      },
    ],
  },
  sources: [{ n: 1, url: source.url, title: source.title, passages: [] }],
});

const find = (asked: string, passages: readonly Passage[], outcome = citing(passages[0] as Passage)) =>
  findConflicts({ local })({ question: question(asked), outcome, passages }, testRun().run);

const NEW = page('https://new.example', 'The museum charges 12 pells.', '2024-03-25');
const OLD = page('https://old.example', 'Prices follow. The museum charges 9 pells.', '2018-01-08');
const NOW = 'What does the museum charge?';

test('what another page says otherwise is reported with both quotes, dates and places; first what the answer follows', async () => {
  expect(await find(NOW, [NEW, OLD])).toEqual([
    {
      claim: 'The museum charges 12 pells.',
      says: [
        {
          url: 'https://new.example',
          title: 'Saltworks Museum',
          date: '2024-03-25',
          quote: NEW.text,
          start: 0,
          end: NEW.text.length,
        },
        {
          url: 'https://old.example',
          title: 'Saltworks Museum',
          date: '2018-01-08',
          quote: 'The museum charges 9 pells.',
          start: 15,
          end: 42,
        },
      ],
      why: 'the question is about the present; the answer follows the newer page',
    },
  ]);
});

test('an answer that follows the older page is told of the newer', async () => {
  const [conflict] = await find(NOW, [page('https://old.example', 'The museum charges 9 pells.', '2018-01-08'), NEW]);
  expect(conflict?.why).toContain('the answer follows the older page; a newer one says otherwise');
});

test('without dates that is said', async () => {
  const [conflict] = await find(NOW, [page('https://a.example', 'The museum charges 12 pells.'), OLD]);
  expect(conflict?.why).toContain('not every page has a date');
});

test.each([
  ['pages that agree', NOW, [NEW, page('https://b.example', 'The museum charges 12 pells, children nothing.')]],
  ['another matter', NOW, [NEW, page('https://b.example', 'The café sells 9 cakes.')]],
  [
    'a page of another year than the one asked about',
    'What did the museum charge in 2018?',
    [page('https://a.example', 'The museum charges 9 pells.', '2018-01-08'), NEW],
  ],
])('no conflict: %s', async (_, asked, passages) => {
  expect(await find(asked, passages)).toEqual([]);
});

test('a page that contradicts itself is said to', async () => {
  const text = 'The museum charges 12 pells. It was a saltworks once. The museum charges 9 pells.';
  const [first = '', , last = ''] = text.split(/(?<=\.) /);
  const one = page('https://new.example', text);
  const cited = (said: string): Outcome => {
    const start = text.indexOf(said);
    const place = { start, end: start + said.length };
    const evidence = [{ n: 1, url: one.source.url, quote: said, ...place }];
    const claim = { text: said, ...place, sources: [1], verdict: 'supported' as const, evidence };
    return { ...citing(one), answer: { status: 'answered', text: said, claims: [claim] } };
  };
  for (const [said, other] of [
    [first, last],
    [last, first],
  ] as const) {
    const [conflict] = await find(NOW, [one], cited(said));
    expect(conflict?.says.map(({ quote }) => quote)).toEqual([said, other]);
    expect(conflict?.why).toContain('the page contradicts itself');
  }
});

test('an abstention has no conflicts', async () => {
  const nothing: Outcome = { answer: { status: 'abstained', text: 'No answer.', claims: [] }, sources: [] };
  expect(await find(NOW, [NEW, OLD], nothing)).toEqual([]);
});
