import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Embedder } from '../../core/ports.js';
import { cachedEmbedder } from './cache.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));
const call = { signal: new AbortController().signal, keep: true };

function counting(name = 'letters'): Embedder & { computed: string[] } {
  const computed: string[] = [];
  const embed = async (texts: readonly string[]) => {
    computed.push(...texts);
    return texts.map((text) => Float32Array.from([text.length, text.charCodeAt(0)]));
  };
  return { name, dimensions: 2, computed, embed };
}

test('nothing is computed twice, in this process or the next', async () => {
  const file = join(folder, 'deep', 'twice.bin');
  const inner = counting();
  const cached = cachedEmbedder(inner, file);
  const first = await cached.embed(['a', 'bb'], call);
  expect(await cached.embed(['bb', 'a', 'ccc'], call)).toEqual([first[1], first[0], Float32Array.from([3, 99])]);
  const next = counting();
  expect(await cachedEmbedder(next, file).embed(['a', 'bb', 'ccc'], call)).toEqual([first[0], first[1], Float32Array.from([3, 99])]);
  expect([inner.computed, next.computed]).toEqual([['a', 'bb', 'ccc'], []]);
});

test('another model’s vectors are not taken', async () => {
  const file = join(folder, 'models.bin');
  await cachedEmbedder(counting('one'), file).embed(['a'], call);
  const other = counting('two');
  await cachedEmbedder(other, file).embed(['a'], call);
  expect(other.computed).toEqual(['a']);
});

test('a half-written record at the end is cut off and computed again', async () => {
  const file = join(folder, 'torn.bin');
  await cachedEmbedder(counting(), file).embed(['a', 'bb'], call);
  const whole = statSync(file).size;
  appendFileSync(file, Buffer.alloc(7, 1));
  const cached = cachedEmbedder(counting(), file);
  expect(statSync(file).size).toBe(whole);
  await cached.embed(['ccc'], call);
  const next = counting();
  await cachedEmbedder(next, file).embed(['a', 'bb', 'ccc'], call);
  expect(next.computed).toEqual([]);
});

test('a repeated text within one call is stored once', async () => {
  const file = join(folder, 'repeated.bin');
  const inner = counting();
  expect(await cachedEmbedder(inner, file).embed(['a', 'a'], call)).toHaveLength(2);
  expect(inner.computed).toEqual(['a']);
});

test('passing texts are remembered within the process and never written', async () => {
  const file = join(folder, 'passing.bin');
  const inner = counting();
  const cached = cachedEmbedder(inner, file);
  const { signal } = call;
  await cached.embed(['query'], { signal });
  await cached.embed(['query'], { signal });
  expect(inner.computed).toEqual(['query']);
  expect(existsSync(file)).toBe(false);
});
