import { expect, test } from 'vitest';
import { seededRandom } from '../../text/random.js';
import { cosine } from '../../text/vectors.js';
import { memoryFiles } from './files.js';
import { paddedWidth, quantise } from './quantise.js';
import { topOf } from './top.js';
import { EXACT_UP_TO, openVectors, writeVectors } from './vector-file.js';

const DIMENSIONS = 20;
const random = seededRandom('vectors');
const centre = () => Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
const centres = Array.from({ length: 60 }, centre);
const near = (at: number) => Float32Array.from(centres[at % 60]!, (value) => value + 0.4 * (random() - 0.5));

async function stored(vectors: readonly Float32Array[]) {
  const width = paddedWidth(DIMENSIONS);
  const codes = new Int8Array(vectors.length * width);
  const scales = Float32Array.from(vectors, (vector, row) =>
    quantise(vector, codes.subarray(row * width, (row + 1) * width)),
  );
  const files = memoryFiles();
  const passages = Uint32Array.from(vectors, (_, row) => row * 2);
  await writeVectors(
    files.create('v'),
    { dimensions: DIMENSIONS, width, count: vectors.length, codes, scales, passages },
    async () => undefined,
  );
  return openVectors(files.open('v'));
}

function best(vectors: Awaited<ReturnType<typeof stored>>, query: Float32Array, everywhere: boolean) {
  const top = topOf(10);
  vectors.search(query, everywhere, { threshold: top.threshold, accepts: () => true, offer: top.offer });
  return top.results();
}

test('a small file is searched exactly; similarities are within a hundredth of the cosine', async () => {
  const vectors = Array.from({ length: 500 }, (_, at) => near(at));
  const file = await stored(vectors);
  const query = near(7);
  const found = best(file, query, false);
  for (const { passage, score } of found)
    expect(Math.abs(score - cosine(query, vectors[passage / 2]!))).toBeLessThan(0.01);
  const exact = vectors.map((vector) => cosine(query, vector)).sort((left, right) => right - left);
  expect(Math.abs(found[9]!.score - exact[9]!)).toBeLessThan(0.01);
});

test('a large file finds nearly all of what looking everywhere finds', async () => {
  const file = await stored(Array.from({ length: EXACT_UP_TO + 1000 }, (_, at) => near(at)));
  let shared = 0;
  for (let round = 0; round < 20; round += 1) {
    const query = near(round);
    const all = new Set(best(file, query, true).map(({ passage }) => passage));
    shared += best(file, query, false).filter(({ passage }) => all.has(passage)).length;
  }
  expect(shared).toBeGreaterThan(190);
});
