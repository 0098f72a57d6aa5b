import { expect, test } from 'vitest';
import type { Result } from '../core/data.js';
import type { TraceEvent } from '../core/trace.js';
import { startAnswerStream } from './answer-stream.js';

const note = (text: string): TraceEvent => ({ type: 'note', text, stage: 'run', atMs: 0 });
const result = { question: 'q' } as Result;

async function textsOf(events: AsyncIterable<TraceEvent>): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of events) if (event.type === 'note') texts.push(event.text);
  return texts;
}

test('the events may be watched as they come, again from the beginning, and the result awaited besides', async () => {
  const asking = startAnswerStream(async (onEvent) => {
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
  const asking = startAnswerStream(async (onEvent) => {
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

test('it is a promise: catch and finally work', async () => {
  const failing = startAnswerStream(async () => {
    throw new Error('it broke');
  });
  let ended = false;
  const said = await failing
    .finally(() => {
      ended = true;
    })
    .catch((error: Error) => error.message);
  expect([said, ended]).toEqual(['it broke', true]);
});

const afterwards = () => new Promise((resolve) => setTimeout(resolve, 5));

/** The rejections that nobody handled while `work` ran; the test runner's own listener stands aside meanwhile. */
async function unhandledDuring(work: () => Promise<void>): Promise<unknown[]> {
  const listeners = process.listeners('unhandledRejection');
  const seen: unknown[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => seen.push((reason as Error).message));
  try {
    await work();
    await afterwards();
    return seen;
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
}

test('a failure that nobody awaits or watches is not silent; one that is watched is told once', async () => {
  const failing = () =>
    startAnswerStream(async () => {
      await afterwards();
      throw new Error('nobody looks');
    });
  expect(
    await unhandledDuring(async () => {
      failing();
      await afterwards();
    }),
  ).toEqual(['nobody looks']);
  expect(await unhandledDuring(async () => expect(textsOf(failing())).rejects.toThrow('nobody looks'))).toEqual([]);
});
