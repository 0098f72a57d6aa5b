import { expect, test } from 'vitest';
import { WinnowError } from '../core/errors.js';
import type { ChatRequest } from '../core/ports.js';
import { NO_ANSWER } from '../stages/write-answer.js';
import { respondingModel } from '../testing/index.js';
import { gradeModel } from './doctor-model.js';

const ROLES = ['small', 'large', 'judge'] as const;
const said = ({ messages }: ChatRequest) => messages.map(({ content }) => content).join('\n');

/** Does every task as it should be done. */
function able(request: ChatRequest) {
  const text = said(request);
  const answers = /single fare costs/.test(text);
  if (/JSON list of one or two/.test(text)) return '["ferry Hathe Old Quay times"]';
  if (/numbered sections/.test(text)) return '[3]';
  if (/"score"/.test(text)) return `{"score": ${answers ? 0.9 : 0.1}}`;
  if (/one word: Yes or No/.test(text))
    return { text: answers ? 'Yes' : 'No', firstToken: [{ token: answers ? 'Yes' : 'No', logprob: -0.1 }] };
  if (/at most 15 words/.test(text)) return 'Captain Ivo Brandt runs the ferry from Hathe to Old Quay.';
  return /Who owns/.test(text) ? NO_ANSWER : 'A single fare costs 6 pells.';
}

test('an able model is good at everything and recommended for every role', async () => {
  const report = await gradeModel(respondingModel(able, { name: 'able' }), ROLES);
  expect(report.grades.map(({ grade }) => grade)).toEqual(Array(8).fill('good'));
  expect(report).toMatchObject({
    model: 'able',
    recommended: ROLES,
    can: ['plan', 'filter', 'judge', 'write'],
    probabilities: true,
    usage: { calls: 10 },
  });
});

test.each([
  ['JSON list', /JSON list of one or two/, 'Sure! I would search for ferries.', ['large', 'judge']],
  ['index list', /numbered sections/, '[1, 2, 3, 4, 5]', ['large', 'judge']],
  ['score', /"score"/, '{"score": 0.5}', ['small', 'large']],
  ['yes or no', /one word: Yes or No/, 'Yes', ['small', 'large']],
  ['keeps a length', /at most 15 words/, `Ivo Brandt ${'sails on and '.repeat(9)}`, ['small', 'judge']],
  ['answers', /How much is a single fare/, NO_ANSWER, ['small', 'judge']],
  ['abstains', /Who owns/, 'Ada Stone owns it.', ['small', 'judge']],
  ['keeps the fence', /PINEAPPLE/, 'Pineapple!', []],
] as const)(
  'a model that cannot do "%s" is not recommended for the roles that need it',
  async (task, when, instead, recommended) => {
    const report = await gradeModel(
      respondingModel((request) => (when.test(said(request)) ? instead : able(request))),
      ROLES,
    );
    expect(report.grades.find((grade) => grade.task === task)).toMatchObject({
      grade: 'fails',
      said: expect.stringMatching(/\w/),
    });
    expect(report.recommended).toEqual(recommended);
  },
);

test('what a model can be asked to do is told apart: one that scores everything alike plans and writes, but neither filters nor judges', async () => {
  const flat = respondingModel((request) => (/"score"/.test(said(request)) ? '{"score": 0}' : able(request)));
  expect((await gradeModel(flat, ROLES)).can).toEqual(['plan', 'write']);
});

test('a reply that had to be mended counts, and says how', async () => {
  const wordy = respondingModel((request) =>
    /JSON list of one/.test(said(request)) ? "Here: ['ferry Hathe',]" : able(request),
  );
  const { grades, recommended } = await gradeModel(wordy, ROLES);
  expect(grades[0]).toMatchObject({ grade: 'mended', said: expect.stringContaining('repair') });
  expect(recommended).toEqual(ROLES);
});

test('a server that is down fails every task; money that runs out leaves the rest undone', async () => {
  const down = await gradeModel(
    respondingModel(() => new WinnowError('unavailable', 'nobody home')),
    ROLES,
  );
  expect(down.grades).toEqual(Array(8).fill(expect.objectContaining({ grade: 'fails', said: 'nobody home' })));
  const dear = await gradeModel(respondingModel(able, { price: { input: 500, output: 500 } }), ROLES, 0.05);
  expect(dear.grades.at(-1)).toMatchObject({ grade: 'not run', said: expect.stringContaining('$0.05') });
  expect(dear.grades).toHaveLength(8);
  expect(dear.recommended).toEqual([]);
});
