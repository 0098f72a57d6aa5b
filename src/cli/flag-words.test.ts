import { expect, test } from 'vitest';
import { flagWords } from './flag-words.js';

test.each([
  ['Raise timeoutMs to give it longer.', 'Raise --timeout to give it longer.'],
  ['Go on with it (resume: true), or choose another folder.', 'Go on with it (--resume), or choose another folder.'],
  ['There is no file x. Name one in the setting docs.', 'There is no file x. Name one in --docs.'],
  ['limits.timeoutMs must be above 0.', 'limits.timeoutMs must be above 0.'],
  ['✖ Invalid input\n  → at dataDirectory', '✖ Invalid input\n  → at dataDirectory'],
])('%s', (said, told) => {
  expect(flagWords(said)).toBe(told);
});
