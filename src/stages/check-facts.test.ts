import { expect, test } from 'vitest';
import { splitFactsPrompt } from '../prompts/judge.js';
import { checkPrompt } from '../prompts/verify.js';
import { fakeModel, passage, question, testRun } from '../testing/index.js';
import { checkFacts, type FactsInput } from './check-facts.js';

const source = [passage('https://a.example#0', 'The Old Bridge was opened in 1888 by Ada Stone. It is 41 m long.')];
const asked = (text: string, passagesFor: FactsInput['passagesFor'] = async () => source): FactsInput => ({
  question: question('What is the Old Bridge?'),
  text,
  passagesFor,
});

test('without a model sentences and clauses are the facts, and rules check them', async () => {
  const facts = await checkFacts({ local: {}, split: splitFactsPrompt, prompt: checkPrompt })(
    asked(
      'The Old Bridge was opened in 1888 by Ada Stone. The Old Bridge was opened in 1921 by Ada Stone. Is that all?',
    ),
    testRun().run,
  );
  expect(facts.map(({ text }) => text)).toEqual([
    'The Old Bridge was opened in 1888 by Ada Stone.',
    'The Old Bridge was opened in 1921 by Ada Stone.',
  ]);
  expect(facts.map(({ verdict }) => verdict === 'supported')).toEqual([true, false]);
});

test('a model cuts the answer into facts; each is checked against what the source has on it', async () => {
  const searched: string[] = [];
  const judge = fakeModel([
    '{"facts": ["The Old Bridge was opened in 1888 by Ada Stone.", " ", "The mill burnt down."]}',
  ]);
  const facts = await checkFacts({ local: {}, models: { judge }, split: splitFactsPrompt })(
    asked('It was opened in 1888 by Ada Stone, and the mill burnt down.', async (fact) => {
      searched.push(fact);
      return source;
    }),
    testRun().run,
  );
  expect(searched).toEqual(['The Old Bridge was opened in 1888 by Ada Stone.', 'The mill burnt down.']);
  expect(facts.map(({ verdict }) => verdict)).toEqual(['supported', 'unsupported']);
});

test('a list that cannot be read is made by rule, and the trace says so', async () => {
  const { run, events } = testRun();
  const judge = fakeModel(['no list', 'still none']);
  const facts = await checkFacts({ local: {}, models: { judge }, split: splitFactsPrompt })(
    asked('The Old Bridge is 41 m long.'),
    run,
  );
  expect(facts).toHaveLength(1);
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'check-facts' }));
});

test('a fact on which the source has nothing is not supported', async () => {
  const [fact] = await checkFacts({ local: {} })(
    asked('The Old Bridge is 41 m long.', async () => []),
    testRun().run,
  );
  expect(fact?.verdict).toBe('unsupported');
});
