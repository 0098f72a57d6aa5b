import { expect, test } from 'vitest';
import { documentIdOf, finalPromptOf, liveRagRecord, liveRagSchema as schema } from './live-rag.js';

const cited = { id: 'doc-<urn:uuid:1>::chunk-3', headings: [], text: 'The bridge opened in 1888.', start: 0, end: 26 };
const result = {
  question: 'When did the bridge open?',
  answer: { status: 'answered', text: 'In 1888.', claims: [] },
  sources: [{ n: 1, url: 'https://a.example', title: 'Bridge', passages: [cited] }],
} as const;

test('a record has the five fields, the context in its order and the prompt as it was sent', () => {
  const context = [{ id: 'https://a.example/one#7', text: 'First.' }, cited];
  const finalPrompt = [{ role: 'user', content: 'Say "when".' }] as const;
  const record = liveRagRecord({ id: '17', result, context, finalPrompt });
  expect(schema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
  expect(record).toMatchObject({
    id: 17,
    passages: [
      { passage: 'First.', doc_IDs: ['https://a.example/one'] },
      { passage: 'The bridge opened in 1888.', doc_IDs: ['<urn:uuid:1>'] },
    ],
    answer: 'In 1888.',
  });
  expect(JSON.parse(record.final_prompt)).toEqual(finalPrompt);
});

test('from a result alone: the cited passages and an empty prompt', () => {
  const record = liveRagRecord({ id: 3, result });
  expect(schema.parse(record)).toMatchObject({
    passages: [{ passage: cited.text, doc_IDs: ['<urn:uuid:1>'] }],
    final_prompt: '',
  });
});

test.each([
  ['x12', 0],
  ['12', 12],
  [1.5, 0],
])('the id %s becomes %i', (id, number) => {
  expect(liveRagRecord({ id, result }).id).toBe(number);
});

test('an id that is of neither form stays as it is', () => {
  expect(documentIdOf('d12')).toBe('d12');
});

test('the final prompt is the last writer’s, not that of a check behind it', () => {
  const messages = (content: string) => [{ role: 'user', content }] as const;
  const exchanges = [
    { stage: 'write-hypothetical-answer', messages: messages('imagine') },
    { stage: 'write-answer', messages: messages('write') },
    { stage: 'cite-answer', messages: messages('check') },
  ];
  expect(finalPromptOf(exchanges)).toEqual(messages('write'));
  expect(finalPromptOf([])).toEqual([]);
});
