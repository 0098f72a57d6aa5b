import { expect, test } from 'vitest';
import { yesNoStatement } from './yes-no-statement.js';

test.each([
  ['Is the museum open on Mondays?', 'The museum is open on Mondays.'],
  ['Am I allergic to latex?', 'I am allergic to latex.'],
  ['Did the mill survive the flood?', 'The mill survive the flood.'],
  ['Was the Kestrel Bridge built of steel?', 'The Kestrel Bridge was built of steel.'],
  ['Why?', undefined],
])('%s -> %s', (question, statement) => {
  expect(yesNoStatement(question)).toBe(statement);
});
