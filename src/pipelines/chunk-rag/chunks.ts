/**
 * From passages to chunks (section 3, "Semantic Chunking", done at query time) and their order by words and meaning
 * (Algorithm 1, line 3).
 */
import type { Passage, Scored } from '../../core/data.js';
import type { Embedder, LocalModels } from '../../core/ports.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { contextual } from '../../stages/select-sections.js';
import { type Fuse, type RankedItem, reciprocalRankFusion, weightedSum, zScoreSum } from '../../text/fuse.js';
import { lexicalPool } from '../../text/lexical.js';
import { type CutRule, semanticChunks } from '../../text/semantic-chunks.js';
import { type Sentence, splitSentences } from '../../text/sentences.js';
import { cosine, dot } from '../../text/vectors.js';
import type { ChunkRagOptions } from './options.js';

type CutOptions = Pick<ChunkRagOptions, 'cutBy' | 'cutBelow' | 'cutPercentile' | 'chunkCharacters'>;

type Split = {
  readonly passage: Passage;
  readonly sentences: readonly Sentence[];
  readonly vectors: readonly Float32Array[];
};

/** A chunk is a passage of its own, with its true place in the document. */
export function cutChunks(
  { local }: { readonly local: LocalModels },
  options: CutOptions,
): Stage<readonly Passage[], Passage[]> {
  return stage('cut-chunks', async (passages, run) => {
    if (options.cutBy === 'percentile' && areChunks(passages, options)) return [...passages];
    if (!local.embedder && passages.length > 0)
      run.emit({ type: 'fallback', reason: 'there is no embedder; passages are cut by length alone' });
    const splits = await Promise.all(passages.map((passage) => split(passage, local.embedder, run)));
    const cut = local.embedder ? ruleFor(splits, options) : BY_LENGTH;
    return eachOnce(splits.flatMap((one) => chunksOf(one, { cut, limitCharacters: options.chunkCharacters })));
  });
}

/**
 * Passages that are semantic chunks already stay as they are. By a fixed similarity that follows of itself: no two
 * neighbours in them are less alike. By a percentile there is always a sharpest turn; so there passages that all keep
 * to the chunks' limit are taken for chunks.
 */
function areChunks(passages: readonly Passage[], { chunkCharacters }: CutOptions): boolean {
  return passages.every(({ text }) => text.length < chunkCharacters);
}

async function split(passage: Passage, embedder: Embedder | undefined, run: Run): Promise<Split> {
  const sentences = splitSentences(passage.text);
  const texts = sentences.map(({ text }) => text);
  // Other questions will find the same passages: their sentences are worth keeping.
  const vectors =
    (texts.length > 1 ? await embedder?.embed(texts, { signal: run.signal, keep: true }) : undefined) ??
    texts.map(() => ALIKE);
  return { passage, sentences, vectors };
}

/** Stands for every sentence where nobody knows its meaning. */
const ALIKE = Float32Array.of(1);
/** Nothing is a turn, so length alone decides. */
const BY_LENGTH: CutRule = { below: Number.NEGATIVE_INFINITY };

/**
 * The percentile is taken over all turns of all passages, so that a passage on one topic is not cut for the sake of it.
 */
function ruleFor(splits: readonly Split[], { cutBy, cutBelow, cutPercentile }: CutOptions): CutRule {
  if (cutBy === 'similarity') return { below: cutBelow };
  const similarities = splits.flatMap(({ vectors }) =>
    vectors.slice(1).map((vector, at) => cosine(vectors[at] as Float32Array, vector)),
  );
  const sorted = similarities.sort((left, right) => left - right);
  // Beyond the last there is no turn that is too slight: at 0 all of them are cut.
  return { below: sorted[Math.round(sorted.length * (1 - cutPercentile / 100))] ?? Number.POSITIVE_INFINITY };
}

function chunksOf(
  { passage, sentences, vectors }: Split,
  options: { readonly cut: CutRule; readonly limitCharacters: number },
): Passage[] {
  const chunks = semanticChunks(passage.text, { sentences, vectors }, options).filter(({ text }) =>
    /[\p{L}\p{N}]/u.test(text),
  );
  return chunks.map(({ text, start, end }) => {
    const place = { start: passage.start + start, end: passage.start + end };
    return { ...passage, id: `${passage.source.id}#${place.start}`, text, ...place };
  });
}

/** Windows overlap: of chunks that begin at the same place the longest is taken. */
function eachOnce(chunks: readonly Passage[]): Passage[] {
  const byPlace = new Map<string, Passage>();
  for (const chunk of chunks) if (chunk.end > (byPlace.get(chunk.id)?.end ?? -1)) byPlace.set(chunk.id, chunk);
  return [...byPlace.values()];
}

export type RankInput = { readonly query: string; readonly chunks: readonly Passage[] };

type RankOptions = Pick<ChunkRagOptions, 'retrieval' | 'fusion' | 'bm25Weight' | 'chunks'>;

/**
 * The best chunks by BM25 among them, by cosine to the query, or by both, as they were retrieved. Without an embedder:
 * words alone.
 */
export function rankChunks(
  { local }: { readonly local: LocalModels },
  options: RankOptions,
): Stage<RankInput, Scored<Passage>[]> {
  return stage('rank-chunks', async ({ query, chunks }, run) => {
    const embedder = options.retrieval === 'sparse' ? undefined : local.embedder;
    const words = scored(chunks, lexicalPool(chunks.map(contextual)).score(query));
    const alignments = await cosines(query, chunks, { embedder, run });
    const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
    const ranked = joined(words, alignments && scored(chunks, alignments), options);
    return firstChunks(
      ranked.map(({ id, score }) => ({ ...(byId.get(id) as Passage), score })),
      options,
      run,
    );
  });
}

/** What is not among the first is dropped, and the trace says so. */
export function firstChunks<P extends Passage>(
  bestFirst: readonly P[],
  { chunks: most }: Pick<RankOptions, 'chunks'>,
  run: Run,
): P[] {
  for (const { id } of bestFirst.slice(most))
    run.emit({
      type: 'dropped',
      what: 'section',
      id,
      reason: `not among the best ${most} chunks by words and meaning`,
    });
  return bestFirst.slice(0, most);
}

function joined(
  words: RankedItem[],
  meaning: RankedItem[] | undefined,
  { retrieval, fusion, bm25Weight }: RankOptions,
): RankedItem[] {
  if (!meaning || retrieval === 'dense') return weightedSum()([meaning ?? words]);
  // By ranks a chunk without a word of the query must have none among the words; scores tell that of themselves.
  const held = fusion === 'rrf' ? words.filter(({ score }) => score > 0) : words;
  return FUSE[fusion]([bm25Weight, 1 - bm25Weight])([held, meaning]);
}

const FUSE: Readonly<Record<ChunkRagOptions['fusion'], (weights: readonly number[]) => Fuse>> = {
  weighted: (weights) => weightedSum({ weights }),
  rrf: (weights) => reciprocalRankFusion({ weights }),
  zscore: (weights) => zScoreSum({ weights }),
};

type EmbedContext = { readonly embedder: Embedder | undefined; readonly run: Run };

export async function cosines(
  query: string,
  chunks: readonly Passage[],
  { embedder, run }: EmbedContext,
): Promise<number[] | undefined> {
  if (!embedder || chunks.length === 0) return undefined;
  const [wanted] = await embedder.embed([query], { signal: run.signal });
  const vectors = await vectorsOf(chunks, { embedder, run });
  return vectors.map((vector) => dot(wanted as Float32Array, vector));
}

/** As the paper: of the chunk's own words, without its title. */
export function vectorsOf(
  chunks: readonly Passage[],
  { embedder, run }: { readonly embedder: Embedder; readonly run: Run },
) {
  return embedder.embed(
    chunks.map(({ text }) => text),
    { signal: run.signal, keep: true },
  );
}

function scored(chunks: readonly Passage[], scores: readonly number[]) {
  return chunks
    .map(({ id }, at) => ({ id, score: scores[at] as number }))
    .sort((left, right) => right.score - left.score);
}
