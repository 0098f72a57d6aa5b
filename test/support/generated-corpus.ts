/**
 * A corpus of any size from a seed: a Zipf vocabulary under the English stop words, and vectors in clusters. Nothing is
 * kept in memory.
 */
import { seededRandom } from '../../src/text/random.js';

/** In order of frequency, so that the most frequent ranks are words that every analyser drops, as in English. */
const FREQUENT =
  'the of and to a in is that for it as was with be by on not this are at but if they or an will their such no there then these into'.split(
    ' ',
  );
const SYLLABLES = 'ka lo mi ren tu sal ver don pi gra nel bor chi fa lun dek zo rim tab hux'.split(' ');
const VOCABULARY = 200_000;
/** Close to English text. */
const EXPONENT = 1.05;
const WORDS_PER_PASSAGE = 70;
export const DIMENSIONS = 384;
const CLUSTERS = 3000;

function wordOf(rank: number): string {
  if (rank < FREQUENT.length) return FREQUENT[rank]!;
  let word = '';
  for (let rest = rank; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** Cumulative shares of the ranks. */
function zipf(): Float64Array {
  const shares = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank += 1) {
    sum += 1 / (rank + 2) ** EXPONENT;
    shares[rank] = sum;
  }
  return shares.map((share) => share / sum);
}

const shares = zipf();
const words = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank));

function draw(random: () => number): string {
  const target = random();
  let low = 0;
  let high = VOCABULARY - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (shares[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return words[low]!;
}

export type Generated = { readonly id: string; readonly title: string; readonly text: string };

const several = (count: number, random: () => number): string =>
  Array.from({ length: count }, () => draw(random)).join(' ');

export function passageAt(number: number): Generated {
  const random = seededRandom(`passage ${number}`);
  const length = Math.round(WORDS_PER_PASSAGE * (0.5 + random()));
  return { id: `p${number}`, title: several(4, random), text: several(length, random) };
}

/** Three to eight words of a passage, stop words among them. */
export function queryAt(number: number, passages: number): { readonly text: string; readonly passage: number } {
  const random = seededRandom(`query ${number}`);
  const passage = Math.floor(random() * passages);
  const { title, text } = passageAt(passage);
  const all = `${title} ${text}`.split(' ');
  const text_ = Array.from(
    { length: 3 + Math.floor(random() * 6) },
    () => all[Math.floor(random() * all.length)]!,
  ).join(' ');
  return { text: text_, passage };
}

/** A normal deviate from two uniform ones (Box and Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const centres = new Map<number, Float32Array>();

function centreOf(cluster: number): Float32Array {
  const known = centres.get(cluster);
  if (known) return known;
  const random = seededRandom(`centre ${cluster}`);
  const made = Float32Array.from({ length: DIMENSIONS }, () => normal(random));
  centres.set(cluster, made);
  return made;
}

/** Noise of many passages at once: drawing it anew for each would take longer than indexing. */
const noise = (() => {
  const random = seededRandom('noise');
  return Float32Array.from({ length: 1 << 20 }, () => normal(random));
})();

/** Two clusters mixed, and as much noise: neighbours have a cosine of about 0.6, as with sentence embedders. */
export function vectorAt(number: number, shift = 0): Float32Array {
  const random = seededRandom(`vector ${number}`);
  const first = centreOf(Math.floor(random() * CLUSTERS));
  const second = centreOf(Math.floor(random() * CLUSTERS));
  const from = Math.floor(random() * (noise.length - DIMENSIONS - 1));
  const mixed = 0.2 + 0.4 * random();
  return Float32Array.from(
    first,
    (value, at) => value + mixed * second[at]! + 0.7 * noise[(from + shift + at) % noise.length]!,
  );
}

/** Near the vector of the query's passage. */
export function queryVectorAt(number: number, passages: number): Float32Array {
  const { passage } = queryAt(number, passages);
  const random = seededRandom(`query vector ${number}`);
  return vectorAt(passage).map((value) => value + 0.5 * normal(random));
}
