import { expect, test } from 'vitest';
import type { Parts } from '../../core/parts.js';
import { fakeRetriever, fakeWeb, passage, question, testRun } from '../../testing/index.js';
import { chunkGathering } from './index.js';
import { chunkRagOptions } from './options.js';

test('passages as ingested: those beyond the limit are dropped with a reason', async () => {
  const retriever = fakeRetriever(['a#0', 'b#0', 'c#0'].map((id) => passage(id, 'Bread needs salt.')));
  const parts: Parts = { ...fakeWeb([]), retriever, local: {}, models: {} };
  const { run, events } = testRun();
  const { gather } = chunkGathering(parts, chunkRagOptions.parse({ chunk: 'as-ingested', chunks: 2 }));
  expect((await gather(question('What does bread need?'), run)).chunks.map(({ id }) => id)).toEqual(['a#0', 'b#0']);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'dropped', id: 'c#0', reason: expect.stringContaining('best 2') }),
  );
});
