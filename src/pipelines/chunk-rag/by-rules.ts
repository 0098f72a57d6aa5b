/**
 * The three scores of a chunk without a language model, each from 0 to 1: what the reranker says, how it fits the
 * words, what speaks against it.
 */
import type { Passage, Question } from '../../core/data.js';
import type { LocalModels } from '../../core/ports.js';
import type { Run } from '../../core/run.js';
import { rerankLogits } from '../../stages/rerank-logits.js';
import { contextual } from '../../stages/select-sections.js';
import { coverage } from '../../text/lexical.js';
import { contentWords } from '../../text/question.js';
import { terms } from '../../text/terms.js';
import { cosines } from './chunks.js';
import { objectionsTo } from './critic-rules.js';
import { clamp } from './replies.js';

export type JudgeInput = { readonly question: Question; readonly query: string };

/** A chunk on its way through the three scores; `rerank` is the reranker's logit, where it was asked already. */
export type JudgedChunk = Passage & {
  readonly base: number;
  readonly reflect?: number;
  readonly critic?: number;
  readonly rerank?: number;
};

export type Tools = { readonly local: LocalModels; readonly run: Run };

/** Relevance: the reranker's, else likeness of meaning, else the share of the query's words. */
export async function relevanceByRules(
  chunks: readonly Passage[],
  { query }: JudgeInput,
  tools: Tools,
): Promise<JudgedChunk[]> {
  const logits = await rerankLogits({ query, texts: chunks.map(contextual) }, tools.local, tools.run);
  if (logits)
    return chunks.map((chunk, at) => ({ ...chunk, base: sigmoid(logits[at] as number), rerank: logits[at] as number }));
  const alignments = await cosines(query, chunks, { embedder: tools.local.embedder, run: tools.run });
  return chunks.map((chunk, at) => ({
    ...chunk,
    base: alignments ? clamp(alignments[at] as number) : wordsOf(query, chunk),
  }));
}

/**
 * Reflection asks whether the chunk is aligned with the query: the score so far, and the mean of words and meaning, in
 * equal parts.
 */
export async function reflectionByRules(
  chunks: readonly JudgedChunk[],
  { query }: JudgeInput,
  { local, run }: Tools,
): Promise<number[]> {
  const meaning = await cosines(query, chunks, { embedder: local.embedder, run });
  return chunks.map((chunk, at) => {
    const words = wordsOf(query, chunk);
    const alignment = meaning ? (words + clamp(meaning[at] as number)) / 2 : words;
    return (chunk.base + alignment) / 2;
  });
}

/** The last score, lowered by every rule that the chunk breaks. */
export function criticismByRules(
  chunks: readonly JudgedChunk[],
  { question }: JudgeInput,
  { run }: Pick<Tools, 'run'>,
): number[] {
  return chunks.map((chunk) => {
    const objections = objectionsTo(question, chunk);
    if (objections.length > 0)
      run.emit({ type: 'note', text: `${chunk.id}: ${objections.map(({ reason }) => reason).join('; ')}` });
    return objections.reduce((score, { factor }) => score * factor, chunk.reflect ?? chunk.base);
  });
}

function wordsOf(query: string, chunk: Passage): number {
  return coverage(terms(contentWords(query).join(' ')), contextual(chunk));
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
