import { expect, test } from 'vitest';
import { pageKey } from '../../text/metrics/pages.js';
import type { QuestionRow } from '../datasets/rows.js';
import { METRICS } from './metrics.js';
import { type ScoreInput, scoreAnswer } from './scores.js';

const row: QuestionRow = { id: 'q', question: 'When?', answers: ['in 1888', '1888'], gold: ['https://a.example/x'] };
const answered: ScoreInput = {
  row,
  status: 'answered',
  text: 'It was built in 1888.',
  cited: ['https://a.example/x'],
  found: ['https://a.example/y', 'https://a.example/x'],
  pageOf: pageKey,
  labelled: true,
};

test('scores answer, search and citations by the names that METRICS lists', () => {
  const scores = scoreAnswer(answered);
  expect(scores).toMatchObject({ contains: 1, 'squad.em': 0, 'squad.accuracy': 1, 'flexrag.accuracy': 1 });
  expect(scores).toMatchObject({
    'retrieval.recall': 1,
    'retrieval.mrr': 0.5,
    'citation.precision': 1,
    'citation.anyGold': 1,
  });
  expect(Object.keys(scores).filter((name) => !METRICS.includes(name))).toEqual([]);
});

test('an abstention and a failure count as an empty answer, whatever their text holds', () => {
  for (const status of ['abstained', 'failed'] as const) {
    const scores = scoreAnswer({
      ...answered,
      status,
      text: 'No answer; looked for 1888.',
      cited: [],
      found: undefined,
    });
    expect(scores).toMatchObject({ contains: 0, 'squad.f1': 0, rougeL: 0, 'citation.recall': 0 });
  }
});

test('a short answer is scored by itself, where there is one; an abstention has none', () => {
  expect(scoreAnswer({ ...answered, short: '1888' })).toMatchObject({ 'short.contains': 1 });
  expect(scoreAnswer({ ...answered, short: 'the bird' })).toMatchObject({ contains: 1, 'short.contains': 0 });
  expect(scoreAnswer(answered)).toMatchObject({ 'short.contains': null });
  expect(scoreAnswer({ ...answered, status: 'abstained' })).toMatchObject({ 'short.contains': 0 });
});

test('the writer’s text is scored, and the text after the check apart from it; a failure has neither', () => {
  const mended = { ...answered, text: 'It was built.', written: 'It was built in 1888.' };
  expect(scoreAnswer(mended)).toMatchObject({ contains: 1, 'checked.contains': 0 });
  expect(scoreAnswer({ ...mended, status: 'abstained' })).toMatchObject({
    contains: 1,
    'checked.contains': 0,
    'abstention.wrong': 1,
  });
  expect(scoreAnswer({ ...mended, status: 'failed' })).toMatchObject({ contains: 0, 'checked.contains': 0 });
  expect(scoreAnswer(answered)).toMatchObject({ contains: 1, 'checked.contains': 1 });
});

test('LevelRAG’s success: a gold answer is in a text the writer was shown, normalised on both sides; in the summaries where there are any', () => {
  const success = (passages: string[], summaries: string[] = []) =>
    scoreAnswer({ ...answered, row: { ...row, answers: ['The Red Kite'] }, context: { passages, summaries } })[
      'retrieval.answerInText'
    ];
  expect(success(['nothing', 'A red, kite nests there.'])).toBe(1);
  expect(success(['A red kite nests there.'], ['Some bird nests there.'])).toBe(0);
  expect(success([])).toBe(0);
  expect(scoreAnswer(answered)['retrieval.answerInText']).toBeNull();
});

test('a failure before the search scores 0 in retrieval; a pipeline that does not search has no such score', () => {
  expect(scoreAnswer({ ...answered, status: 'failed', found: undefined })['retrieval.recall']).toBe(0);
  expect(scoreAnswer({ ...answered, found: undefined })['retrieval.recall']).toBeNull();
});

test('what has no gold has no score', () => {
  const scores = scoreAnswer({
    ...answered,
    row: { ...row, answers: [], gold: [], reference: 'It was built in 1888.' },
  });
  expect(scores).toMatchObject({
    contains: null,
    'squad.em': null,
    'retrieval.ndcg': null,
    'citation.recall': null,
    rougeL: 1,
  });
});

test.each<[string, Partial<QuestionRow>, boolean, number | null, number | null]>([
  ['an answerable question', {}, true, null, 1],
  ['an unanswerable one', { type: 'unanswerable', answers: [], gold: [] }, true, 1, null],
  ['a false premise with the page that refutes it', { type: 'false_premise', answers: [] }, true, 1, null],
  ['one without answers in a set that has them', { answers: [], gold: [] }, true, 1, null],
  ['one of a set without any', { answers: [], gold: [] }, false, null, null],
  ['one with a long answer only', { answers: [], gold: [], reference: 'Long.' }, true, null, 1],
])('abstaining from %s', (_name, changes, labelled, right, wrong) => {
  const scores = scoreAnswer({ ...answered, status: 'abstained', row: { ...row, ...changes }, labelled });
  expect([scores['abstention.right'], scores['abstention.wrong']]).toEqual([right, wrong]);
});

test('a question without an answer has no citation score: what is right there cites nothing', () => {
  expect(
    scoreAnswer({ ...answered, row: { ...row, type: 'false-premise', answers: [] } })['citation.anyGold'],
  ).toBeNull();
});

test('graded judgments count in nDCG, whichever name the document goes by', () => {
  const pageOf = (name: string) => ({ d1: 'https://a.example/1', d2: 'https://a.example/2' })[name] ?? name;
  const graded = { ...row, gold: ['d1', 'd2'], extra: { grades: { d1: 2, d2: 1 } } };
  const ndcg = (found: string[]) => scoreAnswer({ ...answered, row: graded, pageOf, found })['retrieval.ndcg'];
  expect(ndcg(['https://a.example/1', 'https://a.example/2'])).toBe(1);
  expect(ndcg(['https://a.example/2', 'https://a.example/1'])).toBeLessThan(1);
});

test('to name a false premise is as right as to abstain, but only where the premise is false', () => {
  const corrected = (type: string) =>
    scoreAnswer({ ...answered, corrects: true, row: { ...row, answers: [], type } })['abstention.right'];
  expect([corrected('false-premise'), corrected('unanswerable')]).toEqual([1, 0]);
});

test('PubHealth’s accuracy: the first label the answer names must be the right one; an answer without one is wrong', () => {
  const claim = { ...row, answers: ['false'], extra: { choices: ['true', 'false'] } };
  const accuracy = (text: string) => scoreAnswer({ ...answered, row: claim, text })['choice.accuracy'];
  expect(['False.', 'It is false, not true.', 'True; nothing false in it.', 'Untrue.'].map(accuracy)).toEqual([
    1, 1, 0, 0,
  ]);
  expect(scoreAnswer(answered)['choice.accuracy']).toBeNull();
});
