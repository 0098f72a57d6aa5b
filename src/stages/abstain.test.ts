import { expect, test } from 'vitest';
import { passage, question, testRun } from '../testing/index.js';
import { abstain } from './abstain.js';

test('an abstention says why, what was looked for and which pages came closest, and cites nothing', async () => {
  const passages = [
    passage('https://a.example#0', 'x'),
    passage('https://a.example#1', 'y'),
    passage('https://b.example#0', 'z'),
  ];
  const { answer, sources } = await abstain(
    { question: question('Please, who founded the Casino?'), passages, why: 'nothing fits' },
    testRun().run,
  );
  expect(answer).toEqual({
    status: 'abstained',
    text: 'No answer: nothing fits. Looked for: founded, Casino. Closest were: "https://a.example", "https://b.example".',
    claims: [],
  });
  expect(sources).toEqual([]);
});

test('without any page it says that none came close', async () => {
  const { answer } = await abstain(
    { question: question('Who are you?'), passages: [], why: 'nothing was found' },
    testRun().run,
  );
  expect(answer.text).toBe('No answer: nothing was found. Looked for: Who are you?. No page came close.');
});
