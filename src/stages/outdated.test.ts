import { expect, test } from 'vitest';
import { passage } from '../testing/index.js';
import { withoutOutdated } from './outdated.js';

const sentence = (url: string, text: string, date?: string) => {
  const plain = passage(`${url}#0`, text);
  return {
    text,
    passage: { ...plain, source: { ...plain.source, title: 'Museum', ...(date !== undefined && { date }) } },
  };
};
const OLD = sentence('https://old.example', 'The museum is closed on Mondays.', '2018-01-08');
const NEW = sentence('https://new.example', 'The museum is closed on Tuesdays.', '2024-03-25');

test('a sentence that a newer page contradicts goes, whichever comes first', () => {
  expect(withoutOutdated([OLD, NEW], '2026-01-01')).toEqual([NEW]);
  expect(withoutOutdated([NEW, OLD], '2026-01-01')).toEqual([NEW]);
});

test('without two dates, on one page, or where they agree, both stay', () => {
  const undated = sentence('https://new.example', NEW.text);
  const agreeing = sentence('https://new.example', 'The museum is closed on Mondays and at Christmas.', '2024-03-25');
  expect(withoutOutdated([OLD, undated], '2026-01-01')).toEqual([OLD, undated]);
  expect(withoutOutdated([OLD, agreeing], '2026-01-01')).toEqual([OLD, agreeing]);
});

test('rows of tables are compared as rows', () => {
  const [old, newer] = [
    sentence('https://a.example', 'Ticket: Adult; Port Ezra: 14.00.', '2021-02-15'),
    sentence('https://b.example', 'Ticket: Adult; Port Ezra: 17.50.', '2024-04-01'),
  ];
  expect(withoutOutdated([old, newer], '2026-01-01')).toEqual([newer]);
});

test('a page that is dated after the question was asked is not newer', () => {
  expect(withoutOutdated([OLD, NEW], '2020-01-01')).toEqual([OLD, NEW]);
});
