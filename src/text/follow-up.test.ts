import { expect, test } from 'vitest';
import { standAloneByRules, topicOf } from './follow-up.js';

const after = (question: string, ...turns: readonly [string, string][]) =>
  standAloneByRules(
    question,
    turns.map(([asked, answer]) => ({ question: asked, answer })),
  );

test('a pronoun becomes what the earlier question was about', () => {
  const bridge: [string, string] = ['When was the Kestrel Bridge opened?', '1934'];
  expect(after('And how much did it cost?', bridge)).toBe('How much did the Kestrel Bridge cost?');
  expect(after('what is its length?', bridge)).toBe('What is the Kestrel Bridge’s length?');
  expect(after('How do I reset it?', ['What is the default of work_mem?', '4MB'])).toBe('How do I reset work_mem?');
  expect(after('How much is it?', ['When does the museum open?', '9:00'])).toBe('How much is the museum?');
  expect(after('And how often should I clean it?', ['How do I descale the coffee machine?', 'With vinegar.'])).toBe(
    'How often should I clean the coffee machine?',
  );
});

test('he and she are whoever the answer named', () => {
  expect(after('When was he born?', ['Who built the Kestrel Bridge?', 'Tobias Wrenfield'])).toBe(
    'When was Tobias Wrenfield born?',
  );
  expect(after('Where did she live?', ['When was Cordelia Amsinck born?', '1880'])).toBe(
    'Where did Cordelia Amsinck live?',
  );
});

test('a fragment takes the place of what was asked, or is added', () => {
  expect(after('And of maintenance_work_mem?', ['What is the default of work_mem?', '4MB'])).toBe(
    'What is the default of maintenance_work_mem?',
  );
  expect(after('What about hash_mem_multiplier?', ['What is the default of work_mem?', '4MB'])).toBe(
    'What is the default of hash_mem_multiplier?',
  );
  expect(after('And on Sundays?', ['When does the pool open?', '9'])).toBe('When does the pool open on Sundays?');
  expect(after('And on Sundays?', ['When does the pool open on Mondays?', '9'])).toBe(
    'When does the pool open on Sundays?',
  );
  expect(after('Why?', ['When was the mill closed?', '1954'])).toBe('Why was the mill closed?');
});

test('what stands alone stays as it is', () => {
  const turn: [string, string] = ['What is the default of work_mem?', '4MB'];
  for (const own of [
    'Who wrote the Salt War?',
    'default of shared_buffers',
    'Is it possible to vacuum a single table?',
  ])
    expect(after(own, turn)).toBe(own);
  expect(after('How much is it?')).toBe('How much is it?');
});

test('where nothing can be put in, the earlier question goes before it', () => {
  expect(after('And why is it so loud?', ['Can cats swim?', 'Yes.'])).toBe('Can cats swim? Why is it so loud?');
});

test('follow-ups among the turns are made to stand alone themselves', () => {
  expect(
    after('And who built it?', ['When was the Kestrel Bridge opened?', '1934'], ['How long is it?', '412 m']),
  ).toBe('Who built the Kestrel Bridge?');
});

test('the topic: an identifier, a name, or the last noun phrase', () => {
  expect(topicOf('What does --force-with-lease do?')).toBe('--force-with-lease');
  expect(topicOf('What is the price of the night ferry?')).toBe('the night ferry');
  expect(topicOf('Why?')).toBeUndefined();
});

test('a pronoun that an earlier clause of the question explains needs no earlier question', () => {
  const bridge: [string, string] = ['When was the Kestrel Bridge opened?', '1934'];
  expect(after('When a table is dropped, what happens to its indexes?', bridge)).toBe(
    'When a table is dropped, what happens to its indexes?',
  );
  expect(after('When was it closed, and why?', bridge)).toBe('When was the Kestrel Bridge closed, and why?');
});
