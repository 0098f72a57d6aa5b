import { expect, test } from 'vitest';
import { askedParts, asksTwice, comparedSides, questionKind } from './question-kind.js';

test.each([
  ['What is the default of work_mem?', 'fact'],
  ['Is the museum open on Mondays?', 'yes-no'],
  ['Is it a frog or a toad?', 'fact'],
  ['How do I undo a commit?', 'how-to'],
  ['Why did the mill close?', 'why'],
  ['How does stash apply differ from stash pop?', 'comparison'],
  ['What is the difference between json and jsonb?', 'comparison'],
  ['Which values does push.default know?', 'list'],
  ['Name the islands of Pellandine.', 'list'],
  ['Which bus goes to the harbour?', 'fact'],
])('%s -> %s', (question, kind) => {
  expect(questionKind(question)).toBe(kind);
});

test('the two sides of a comparison', () => {
  expect(comparedSides('What is the difference between json and jsonb?')).toEqual(['json', 'jsonb']);
  expect(comparedSides('How does stash apply differ from stash pop?')).toEqual(['stash apply', 'stash pop']);
  expect(comparedSides('What differs?')).toEqual([]);
});

test('two questions in one', () => {
  expect(asksTwice('Who opened the Kestrel Bridge, and why not the governor?')).toBe(true);
  expect(asksTwice('Who opened the bridge and the mill?')).toBe(false);
  expect(askedParts('When did the bridge open, and how much did it cost?')).toEqual([
    'When did the bridge open',
    'how much did it cost?',
  ]);
  expect(askedParts('When and where was she born?')).toEqual(['When and where was she born?']);
});
