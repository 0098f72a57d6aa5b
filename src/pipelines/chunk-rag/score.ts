/**
 * Multi-stage scoring (Algorithm 1, lines 11 to 17): relevance, self-reflection, critic. One call for each chunk and
 * step, or for many chunks at once.
 */
import { askOr } from '../../core/ask.js';
import { mapConcurrent } from '../../core/concurrent.js';
import type { Passage, Scored } from '../../core/data.js';
import type { ChatModels, LocalModels } from '../../core/ports.js';
import type { Prompt } from '../../core/prompt.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import {
  criticismByRules,
  type JudgedChunk,
  type JudgeInput,
  reflectionByRules,
  relevanceByRules,
} from './by-rules.js';
import type { ChunkRagOptions } from './options.js';
import { type ChunkScore, criticPrompt, reflectPrompt, relevancePrompt, type ScoreVars } from './prompts.js';

export type ScoreParts = { readonly models: ChatModels; readonly local: LocalModels };

export type ScoreInput = JudgeInput & { readonly chunks: readonly Passage[] };
export type JudgedInput = JudgeInput & { readonly chunks: readonly JudgedChunk[] };

type ScoreOptions = Pick<ChunkRagOptions, 'scoring' | 'batch' | 'concurrency'>;

export function scoreRelevance(parts: ScoreParts, options: ScoreOptions): Stage<ScoreInput, JudgedChunk[]> {
  return stage('score-relevance', async ({ chunks, ...judged }, run) => {
    const byRules = (some: readonly Passage[]) => relevanceByRules(some, judged, { local: parts.local, run });
    if (!parts.models.small) return byRules(chunks);
    const scores = await judge(
      {
        prompt: relevancePrompt,
        judged,
        chunks,
        shown: (chunk) => ({ passage: chunk }),
        byRules: async (some) => (await byRules(some)).map(({ base }) => base),
      },
      { parts, options },
      run,
    );
    return chunks.map((chunk, at) => ({ ...chunk, base: scores[at] as number }));
  });
}

export function reflectOnScores(parts: ScoreParts, options: ScoreOptions): Stage<JudgedInput, JudgedChunk[]> {
  return stage('reflect-on-scores', async ({ chunks, ...judged }, run) => {
    const byRules = (some: readonly JudgedChunk[]) => reflectionByRules(some, judged, { local: parts.local, run });
    const shown = (chunk: JudgedChunk) => ({ passage: chunk, base: chunk.base });
    const scores = await judge({ prompt: reflectPrompt, judged, chunks, shown, byRules }, { parts, options }, run);
    return chunks.map((chunk, at) => ({ ...chunk, reflect: scores[at] as number }));
  });
}

export function criticiseScores(parts: ScoreParts, options: ScoreOptions): Stage<JudgedInput, JudgedChunk[]> {
  return stage('criticise-scores', async ({ chunks, ...judged }, run) => {
    const byRules = async (some: readonly JudgedChunk[]) => criticismByRules(some, judged, { run });
    const shown = (chunk: JudgedChunk) => ({
      passage: chunk,
      base: chunk.base,
      ...(chunk.reflect !== undefined && { reflect: chunk.reflect }),
    });
    const scores = await judge({ prompt: criticPrompt, judged, chunks, shown, byRules }, { parts, options }, run);
    return chunks.map((chunk, at) => ({ ...chunk, critic: scores[at] as number }));
  });
}

/** CombineScores, which the paper leaves open: the weighted mean of the scores there are. */
export function combineScores(
  chunks: readonly JudgedChunk[],
  [base, reflect, critic]: ChunkRagOptions['weights'],
): Scored<JudgedChunk>[] {
  return chunks.map((chunk) => {
    const given = [
      [chunk.base, base],
      [chunk.reflect, reflect],
      [chunk.critic, critic],
    ].filter((one): one is [number, number] => one[0] !== undefined);
    const total = given.reduce((sum, [, weight]) => sum + weight, 0);
    const score = given.reduce((sum, [value, weight]) => sum + value * weight, 0) / total;
    return { ...chunk, score: total > 0 ? score : (given.at(-1)?.[0] ?? 0) };
  });
}

type Step<T extends Passage> = {
  readonly prompt: Prompt<ScoreVars, ChunkScore[]>;
  readonly judged: JudgeInput;
  readonly chunks: readonly T[];
  readonly shown: (chunk: T) => ScoreVars['chunks'][number];
  readonly byRules: (chunks: readonly T[]) => Promise<number[]>;
};

type JudgeSettings = { readonly parts: ScoreParts; readonly options: ScoreOptions };

async function judge<T extends Passage>(step: Step<T>, { parts, options }: JudgeSettings, run: Run): Promise<number[]> {
  if (!parts.models.small) return step.byRules(step.chunks);
  const size = options.scoring === 'per-chunk' ? 1 : options.batch;
  const count = Math.ceil(step.chunks.length / size);
  const batches = Array.from({ length: count }, (_, at) => step.chunks.slice(at * size, (at + 1) * size));
  const batched = await mapConcurrent(batches, { limit: options.concurrency, run }, (batch) =>
    judgeBatch(batch, step, { models: parts.models, run }),
  );
  const scores = batched.flat();
  if (scores.length < 2 || new Set(scores).size > 1) return scores;
  // One score for all tells no chunk from another: small models give 0 to whatever they see.
  run.emit({
    type: 'fallback',
    reason: `the model gave the same score to all ${scores.length} chunks; rules scored them`,
  });
  return step.byRules(step.chunks);
}

/** Chunks that the reply leaves out are scored by the rules. */
async function judgeBatch<T extends Passage>(
  batch: readonly T[],
  { prompt, judged, shown, byRules }: Step<T>,
  { models, run }: { readonly models: ChatModels; readonly run: Run },
): Promise<number[]> {
  const vars = { ...judged, chunks: batch.map(shown) };
  const asked = await askOr({ models, role: 'small', prompt, vars }, () => byRules(batch), run);
  if (!asked.byModel) return asked.value;
  const given = new Map(asked.value.map(({ chunk, score }) => [batch[chunk - 1]?.id, score]));
  const missing = batch.filter(({ id }) => !given.has(id));
  if (missing.length > 0) {
    run.emit({
      type: 'fallback',
      reason: `the model gave no score to ${missing.length} of ${batch.length} chunks; rules scored them`,
    });
    (await byRules(missing)).forEach((score, at) => void given.set((missing[at] as T).id, score));
  }
  return batch.map(({ id }) => given.get(id) as number);
}
