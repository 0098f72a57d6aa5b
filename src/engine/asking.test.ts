import { expect, test } from 'vitest';
import type { Result } from '../core/data.js';
import type { TraceEvent } from '../core/trace.js';
import { startAsking } from './asking.js';

const note = (text: string): TraceEvent => ({ type: 'note', text, stage: 'run', atMs: 0 });
const result = { question: 'q' } as Result;

async function textsOf(events: AsyncIterable<TraceEvent>): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of events) if (event.type === 'note') texts.push(event.text);
  return texts;
}

test('the events may be watched as they come, again from the beginning, and the result awaited besides', async () => {
  const asking = startAsking(async (onEvent) => {
    onEvent(note('one'));
    await new Promise((resolve) => setImmediate(resolve));
    onEvent(note('two'));
    return result;
  });
  const [first, second] = await Promise.all([textsOf(asking), textsOf(asking)]);
  expect([first, second, await textsOf(asking)]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
    ['one', 'two'],
  ]);
  expect(await asking).toBe(result);
});

test('a failure reaches whoever awaits and whoever watches, after the events before it', async () => {
  const asking = startAsking(async (onEvent) => {
    onEvent(note('one'));
    throw new Error('it broke');
  });
  const seen: string[] = [];
  const watching = (async () => {
    for await (const event of asking) if (event.type === 'note') seen.push(event.text);
  })();
  await expect(watching).rejects.toThrow('it broke');
  await expect(asking).rejects.toThrow('it broke');
  expect(seen).toEqual(['one']);
});

test('a failure that nobody awaits does not end the process', async () => {
  startAsking(async () => {
    throw new Error('nobody looks');
  });
  await new Promise((resolve) => setImmediate(resolve)); // an unhandled rejection would fail this test file
});
