import { expect, test } from 'vitest';
import { referenceList } from './claims/reference-list.js';
import { claimsIn, claimsSomething } from './claims.js';

const short = (text: string) =>
  claimsIn(text).map(({ text: claim, marks }) => [claim, ...marks.map((mark) => ('n' in mark ? mark.n : mark.link))]);

test('a mark belongs to its sentence, before or after the full stop', () => {
  expect(short('It is 41 m long [1]. It opened in 1888. [2] It is old.[3][4] It was red [5, 6].')).toEqual([
    ['It is 41 m long', 1],
    ['It opened in 1888.', 2],
    ['It is old.', 3, 4],
    ['It was red', 5, 6],
  ]);
});

test('every claim is a stretch of the text', () => {
  const text =
    '# Old\n\n- **The bridge** opened in 1888 [1], and the ferry sails at noon [2].\n\n1. It cost [2 pells](https://a.example/toll). Nobody paid.\n';
  for (const { text: claim, start, end } of claimsIn(text)) expect(text.slice(start, end)).toBe(claim);
  expect(short(text)).toEqual([
    ['**The bridge** opened in 1888', 1],
    ['the ferry sails at noon', 2],
    ['It cost [2 pells](https://a.example/toll).', 'https://a.example/toll'],
    ['Nobody paid.'],
  ]);
});

test('headings, questions, greetings, lead-ins, code and the list of sources claim nothing', () => {
  const text =
    'Hello there!\n\n## The Old Bridge\n\nWhen did it open? Here are the facts:\n\n```\nlet x = 1.\n```\n\nIt opened in 1888. [1]\n\n## Sources\n\n[1] Bridge\n    https://a.example/bridge\n';
  expect(short(text)).toEqual([['It opened in 1888.', 1]]);
  expect([...referenceList(text).links]).toEqual([[1, 'https://a.example/bridge']]);
});

test('a mark in mid-sentence belongs to the part before it; one at the end covers what has none', () => {
  const claims = claimsIn('The bridge opened in 1888 [1] and is 41 m long [2].');
  expect(claims.map(({ said, marks }) => [said, marks.map((mark) => 'n' in mark && mark.n)])).toEqual([
    ['The bridge opened in 1888', [1]],
    ['The bridge is 41 m long.', [2]],
  ]);
  expect(short('Ada built it in 1888, but the council closed it in 1901 [3].')).toEqual([
    ['Ada built it in 1888', 3],
    ['the council closed it in 1901', 3],
  ]);
});

test('a list of names is not cut, nor is a clause without a verb', () => {
  expect(short('Ada, Ben and the council met there. [1]')).toHaveLength(1);
  expect(short('It is red; very red. [1]')).toHaveLength(1);
});

test('definitions of marks are no claims, and tell the address', () => {
  const text = 'It opened in 1888.[^1]\n\n[^1]: https://a.example/bridge\n';
  expect(short(text)).toEqual([['It opened in 1888.', 1]]);
  expect(referenceList(text).links.get(1)).toBe('https://a.example/bridge');
});

test.each([
  '大阪は日本の首都です。',
  '大阪是日本的首都。',
  '大阪は日本の首都です。」',
  'กรุงเทพเป็นเมืองหลวงของประเทศลาว',
  'दिल्ली पुरानी है।',
  'یہ پل بند ہے۔',
  'الجسر مغلق.',
  '$4.50.',
])('a sentence of another script claims something: %s', (sentence) => {
  expect(claimsSomething(sentence)).toBe(true);
});

test.each([
  '大阪は日本の首都ですか？',
  'هل الجسر مغلق أمام الشاحنات؟',
  '大阪市の歴史',
  '以下の通りです：',
  'Yes.',
  'はい',
])('a question, a title or a lead-in of another script claims nothing: %s', (sentence) => {
  expect(claimsSomething(sentence)).toBe(false);
});
