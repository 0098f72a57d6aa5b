import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Embedder } from '../../core/ports.js';
import { seededRandom } from '../../text/random.js';
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
  expect(await cachedEmbedder(next, file).embed(['a', 'bb', 'ccc'], call)).toEqual([
    first[0],
    first[1],
    Float32Array.from([3, 99]),
  ]);
  expect([inner.computed, next.computed]).toEqual([['a', 'bb', 'ccc'], []]);
});

test('another model’s vectors are not taken', async () => {
  const file = join(folder, 'models.bin');
  await cachedEmbedder(counting('one'), file).embed(['a'], call);
  const other = counting('two');
  await cachedEmbedder(other, file).embed(['a'], call);
  expect(other.computed).toEqual(['a']);
});

/** One text for each number. */
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${String.fromCharCode(97 + ((from + at) % 26))}${from + at}`);

test('many texts in calls of every size, over the borders of blocks, each with its own vector', async () => {
  const file = join(folder, 'many.bin');
  const cached = cachedEmbedder(counting(), file);
  for (const [from, to] of [
    [0, 1],
    [1, 900],
    [900, 2100],
    [2100, 5000],
  ] as const)
    await cached.embed(numbered(from, to), call);
  const next = counting();
  const vectors = await cachedEmbedder(next, file).embed(numbered(0, 5000), call);
  expect(next.computed).toEqual([]);
  expect(vectors).toEqual(await counting().embed(numbered(0, 5000), call));
});

test('the file is bounded: when it is full the latest texts stay', async () => {
  const file = join(folder, 'full.bin');
  const cached = cachedEmbedder(counting(), file, { kept: 2048 });
  await cached.embed(numbered(0, 1500), call);
  await cached.embed(numbered(1500, 2048), call);
  const { size } = statSync(join(folder, 'full.cache'));
  await cached.embed(numbered(2048, 3000), call);
  expect(statSync(join(folder, 'full.cache')).size).toBe(size);
  for (const embedder of [cached, cachedEmbedder(counting(), file, { kept: 2048 })])
    expect(await embedder.embed(numbered(952, 3000), call)).toEqual(await counting().embed(numbered(952, 3000), call));
  const next = counting();
  await cachedEmbedder(next, file, { kept: 2048 }).embed(numbered(0, 3000), { signal: call.signal });
  expect(next.computed).toEqual(numbered(0, 952));
});

test('what one process writes another finds, and neither takes the place of the other’s', async () => {
  const file = join(folder, 'shared.bin');
  const [left, right] = [counting(), counting()];
  const [one, other] = [cachedEmbedder(left, file), cachedEmbedder(right, file)];
  await one.embed(numbered(0, 10), call);
  await other.embed(numbered(5, 20), call);
  await one.embed(numbered(15, 30), call);
  await other.embed(numbered(0, 30), call);
  expect([left.computed, right.computed]).toEqual([[...numbered(0, 10), ...numbered(20, 30)], numbered(10, 20)]);
});

const overwritten = (whole: Buffer, at: number) =>
  Buffer.concat([whole.subarray(0, at), Buffer.alloc(5, at), whole.subarray(at + 5)]);

test('wherever a file is damaged or cut off, no vector is wrong, and what is lost is computed again', async () => {
  const file = join(folder, 'damaged.bin');
  const random = seededRandom('damage');
  const expected = await counting().embed(numbered(0, 50), call);
  await cachedEmbedder(counting(), file).embed(numbered(0, 50), call);
  const damaged = join(folder, 'damaged.cache');
  const whole = readFileSync(damaged);
  for (let round = 0; round < 200; round += 1) {
    writeFileSync(damaged, whole);
    const at = Math.floor(random() * whole.length);
    if (round % 2 === 0) truncateSync(damaged, at);
    else writeFileSync(damaged, overwritten(whole, round % 4 === 1 ? at : at % 1100));
    expect(await cachedEmbedder(counting(), file).embed(numbered(0, 50), call)).toEqual(expected);
    const next = counting();
    expect(await cachedEmbedder(next, file).embed(numbered(0, 50), call)).toEqual(expected);
    expect(next.computed).toEqual([]);
  }
});

test('a disk that cannot be written costs the cache, not the vectors', async () => {
  mkdirSync(join(folder, 'taken.cache'));
  const inner = counting();
  expect(await cachedEmbedder(inner, join(folder, 'taken.bin')).embed(['a', 'bb'], call)).toHaveLength(2);
  expect(inner.computed).toEqual(['a', 'bb']);
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
  expect(existsSync(join(folder, 'passing.cache'))).toBe(false);
  await cached.embed(['query'], call); // now a document: written, but not computed again
  expect(inner.computed).toEqual(['query']);
  expect(existsSync(join(folder, 'passing.cache'))).toBe(true);
});
