import { expect, test } from 'vitest';
import { contentWords } from '../../text/question.js';
import { statementOf } from './statement.js';

test.each([
  ['When was the Old Bridge opened?', 'The Old Bridge opened.'],
  ['Who built the Old Bridge?', 'Built the Old Bridge.'],
  ['Which town is the mill in?', 'Town is the mill in.'],
  ["Hello! What is George Rankin's occupation, please?", "George Rankin's occupation."],
  ['Old Bridge opening date', 'Old Bridge opening date.'],
  ['Who sang Hello Harbour?', 'Sang Hello Harbour.'],
  ['Why?', 'Why.'],
])('%s becomes: %s', (question, statement) => {
  expect(statementOf(question)).toBe(statement);
});

test('no word with content is lost', () => {
  for (const question of [
    'In what year did Ryse Corp move to 12 Quay Street?',
    'How do I renew a Soundlink pass?',
    'Whose rake is kept in Tovrick?',
  ])
    expect(contentWords(statementOf(question)).map((word) => word.toLowerCase())).toEqual(
      contentWords(question).map((word) => word.toLowerCase()),
    );
});
