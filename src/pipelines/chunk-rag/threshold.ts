/** Dynamic thresholding and reranking (Algorithm 1, lines 18 to 24): which chunks stay, and in which order. */

import { askOr } from '../../core/ask.js';
import type { Passage, Question, Scored } from '../../core/data.js';
import type { ChatModels, LocalModels } from '../../core/ports.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { rerankLogits } from '../../stages/rerank-logits.js';
import { contextual } from '../../stages/select-sections.js';
import { dynamicCut, meanCut, reaches } from '../../text/thresholds.js';

import type { ChunkRagOptions } from './options.js';
import { thresholdPrompt } from './prompts.js';

export type ThresholdParts = { readonly models: ChatModels };
type ThresholdOptions = Pick<ChunkRagOptions, 'threshold' | 'epsilon' | 'keepAtLeast'>;
export type ThresholdInput<T extends Passage> = { readonly question: Question; readonly chunks: readonly Scored<T>[] };

/** Best first; at least `keepAtLeast` of them, however low they score. */
export function cutAtThreshold<T extends Passage>(
  { models }: ThresholdParts,
  options: ThresholdOptions,
): Stage<ThresholdInput<T>, Scored<T>[]> {
  return stage('cut-at-threshold', async ({ question, chunks }, run) => {
    const ranked = chunks.toSorted((left, right) => right.score - left.score);
    const scores = ranked.map(({ id, score }) => ({ id, score }));
    const { cut, rule } = await cutOf({ question, scores: scores.map(({ score }) => score) }, { models, options }, run);
    run.emit({ type: 'scores', rule, cut, scores });
    const above = ranked.filter(({ score }) => reaches(score, cut));
    const kept = above.length >= options.keepAtLeast ? above : ranked.slice(0, options.keepAtLeast);
    if (kept.length > above.length)
      run.emit({
        type: 'fallback',
        reason: `${above.length} chunks reach ${cut.toFixed(2)}; the best ${kept.length} are kept`,
      });
    for (const { id, score } of kept) run.emit({ type: 'kept', what: 'section', id, score });
    for (const { id, score } of ranked.slice(kept.length))
      run.emit({
        type: 'dropped',
        what: 'section',
        id,
        score,
        reason: `scores ${score.toFixed(2)}, below ${cut.toFixed(2)}`,
      });
    return kept;
  });
}

type ThresholdVars = { readonly question: Question; readonly scores: readonly number[] };

async function cutOf(
  vars: ThresholdVars,
  { models, options }: { readonly models: ChatModels; readonly options: ThresholdOptions },
  run: Run,
): Promise<{ readonly cut: number; readonly rule: string }> {
  if (options.threshold === 'mean') return meanCut(vars.scores);
  if (options.threshold === 'dynamic' || vars.scores.length === 0) return dynamicCut(vars.scores, options.epsilon);
  const asked = await askOr(
    { models, role: 'small', prompt: thresholdPrompt, vars },
    () => dynamicCut(vars.scores, options.epsilon),
    run,
  );
  return asked.byModel ? { cut: asked.value, rule: 'the model' } : asked.value;
}

export type RerankInput<T extends Passage> = { readonly query: string; readonly chunks: readonly T[] };

/**
 * The reranker looks at chunks it has not seen yet; its logits are kept, since extraction weighs them too. Without one
 * the order stays.
 */
export function rerankChunks<T extends Passage & { readonly rerank?: number }>({
  local,
}: {
  readonly local: LocalModels;
}): Stage<RerankInput<T>, T[]> {
  return stage('rerank-chunks', async ({ query, chunks }, run) => {
    const unseen = chunks.filter(({ rerank }) => rerank === undefined);
    const logits = await rerankLogits({ query, texts: unseen.map(contextual) }, local, run);
    if (unseen.length > 0 && !logits) return [...chunks];
    const logitOf = new Map(unseen.map(({ id }, at) => [id, logits?.[at]]));
    const seen = chunks.map((chunk) => ({ ...chunk, rerank: chunk.rerank ?? (logitOf.get(chunk.id) as number) }));
    return seen.sort((left, right) => right.rerank - left.rerank);
  });
}
