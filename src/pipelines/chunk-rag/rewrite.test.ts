import { expect, test } from 'vitest';
import { fakeModel, question, testRun } from '../../testing/index.js';
import { bareQuery, rewriteQuery } from './rewrite.js';

test.each([
  ['"salt rake"', 'salt rake'],
  ['Rewritten query: “salt rake”', 'salt rake'],
  ['Query:\n  salt   rake', 'salt rake'],
  ['"Salt War" opening', '"Salt War" opening'],
  ['opening of the "Old Bridge"', 'opening of the "Old Bridge"'],
  ['"Salt War" and "Old Bridge"', '"Salt War" and "Old Bridge"'],
])('%s is the query: %s', (reply, query) => {
  expect(bareQuery(reply)).toBe(query);
});

test('a reply too long for a query is left, and the question without politeness still keeps its names', async () => {
  const asked = question('You are a guide at Ryse Corp. Who built the Old Bridge, please?');
  const { run, events } = testRun();
  const query = await rewriteQuery({ models: { small: fakeModel(['word '.repeat(200)]) } })(asked, run);
  expect(query).toMatch(/^Who built the Old Bridge\? .*Ryse/);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'fallback', reason: expect.stringContaining('characters') }),
  );
});
