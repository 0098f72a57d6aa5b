import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns } from './turns.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const { signal } = new AbortController();

/** Which of the turns asked for have begun. */
function watched(turns: ReturnType<typeof createTurns>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, host: string, delayMs?: number) =>
    turns.take(host, { signal, delayMs }).then((end) => {
      begun.push(name);
      ends.set(name, end);
    });
  return { begun, take, end: (name: string) => ends.get(name)?.() };
}

test('turns at one host begin with a pause between them; other hosts do not wait', async () => {
  const { begun, take } = watched(createTurns({ concurrency: 3, delayMs: 200 }));
  for (const name of ['a1', 'a2', 'a3']) void take(name, 'a');
  void take('b1', 'b');
  await vi.advanceTimersByTimeAsync(199);
  expect(begun).toEqual(['a1', 'b1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  await vi.advanceTimersByTimeAsync(200);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('a longer pause that a host asks for counts, a shorter one does not', async () => {
  const { begun, take } = watched(createTurns({ concurrency: 3, delayMs: 200 }));
  void take('a1', 'a', 1000);
  void take('a2', 'a', 10);
  void take('a3', 'a', 10);
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toEqual(['a1']);
  await vi.advanceTimersByTimeAsync(1 + 199);
  expect(begun).toEqual(['a1', 'a2']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});

test('no more than so many at a time, and a turn that ends twice ends once', async () => {
  const { begun, take, end } = watched(createTurns({ concurrency: 1, delayMs: 0 }));
  for (const name of ['a1', 'a2', 'a3']) void take(name, 'a');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a1']);
  end('a1');
  end('a1');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a1', 'a2']);
});
