/**
 * ChunkRAG's chunker without its models (arXiv:2410.19572, section 3.1): sentences that follow each other and mean
 * similar things stay together. Sentences and their vectors come from outside. A chunk is a stretch of the text, always
 * shorter than the limit.
 */
import { cosine, type Vector } from './vectors.js';

export type Stretch = { readonly start: number; readonly end: number };
export type Chunk = Stretch & { readonly text: string };

/**
 * Cut below a fixed similarity (the paper's), or at the sharpest turns of this text: with many embedders neighbours
 * rarely reach 0.8.
 */
export type CutRule = { readonly below: number } | { readonly percentile: number };

/** The paper's threshold and its limit of 500 characters. */
export const PAPER_CUT: CutRule = { below: 0.8 };
const LIMIT_CHARACTERS = 500;

export type ChunkOptions = { readonly cut?: CutRule; readonly limitCharacters?: number };

/** The value that `percentile` per cent of the values do not exceed. */
function percentileOf(values: readonly number[], percentile: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const at = Math.ceil((percentile / 100) * sorted.length) - 1;
  return sorted[Math.min(Math.max(at, 0), sorted.length - 1)] ?? 0;
}

/** For each sentence after the first: whether a chunk ends before it. */
function turns(vectors: readonly Vector[], cut: CutRule): boolean[] {
  const similarities = vectors.slice(1).map((vector, at) => cosine(vectors[at]!, vector));
  if ('below' in cut) return similarities.map((similarity) => similarity < cut.below);
  const distances = similarities.map((similarity) => 1 - similarity);
  const sharp = percentileOf(distances, cut.percentile);
  return distances.map((distance) => distance > sharp);
}

/**
 * Where to cut so that less than `limit` characters stay: after the last space that allows it, else inside the word but
 * never inside a pair.
 */
function cutWithin(text: string, { start, end }: Stretch, limit: number): number {
  if (end - start < limit) return end;
  const most = start + limit - 1;
  for (let at = most; at > start; at -= 1) if (/\s/.test(text[at]!)) return at;
  const code = text.charCodeAt(most - 1);
  return code >= 0xd800 && code < 0xdc00 && most - 1 > start ? most - 1 : most;
}

/** A sentence over the limit in pieces under it. */
function pieces(text: string, sentence: Stretch, limit: number): Stretch[] {
  const found: Stretch[] = [];
  let { start } = sentence;
  while (start < sentence.end) {
    const end = cutWithin(text, { start, end: sentence.end }, limit);
    found.push({ start, end });
    start = end;
    while (start < sentence.end && /\s/.test(text[start]!)) start += 1;
  }
  return found;
}

/** `vectors[i]` belongs to `sentences[i]`. The sentences must be in order and lie in the text. */
export function semanticChunks(
  text: string,
  { sentences, vectors }: { sentences: readonly Stretch[]; vectors: readonly Vector[] },
  { cut = PAPER_CUT, limitCharacters = LIMIT_CHARACTERS }: ChunkOptions = {},
): Chunk[] {
  const ends = turns(vectors, cut);
  const chunks: Stretch[] = [];
  sentences.forEach((sentence, at) => {
    const last = chunks.at(-1);
    const joins = last && at > 0 && !ends[at - 1] && sentence.end - last.start < limitCharacters;
    if (joins) chunks[chunks.length - 1] = { start: last.start, end: sentence.end };
    else chunks.push(...pieces(text, sentence, limitCharacters));
  });
  return chunks.map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
}
