/**
 * Puts passages from several searches or pages in one order: words, meaning and our reranker, against the question. No
 * language model.
 */
import type { Passage, Question } from '../../core/data.js';
import type { LocalModels } from '../../core/ports.js';
import { type Stage, stage } from '../../core/stage.js';
import { recordKept } from '../../stages/record-kept.js';
import { relevanceOf } from '../../stages/relevance.js';
import { contextual, type RankedPassage } from '../../stages/select-sections.js';
import { coreQuestion } from '../../text/question.js';

export type RankParts = {
  readonly local: LocalModels;
  /** How many are kept. */
  readonly keep: number;
};

export type RankInput = { readonly question: Question; readonly passages: readonly Passage[] };

/** As many as HiFi-RAG's sections by default: about 0.2 s on two cores. */
const RERANKED = 8;

export function rankPassages({ local, keep }: RankParts): Stage<RankInput, RankedPassage[]> {
  return stage('rank-passages', async ({ question, passages }, run) => {
    const distinct = distinctPassages(passages);
    const scores = await relevanceOf(
      coreQuestion(question.text),
      distinct.map(contextual),
      { local, rerankTop: RERANKED },
      run,
    );
    const ranked = distinct.map((passage, at): RankedPassage => {
      const { score = 0, rerank } = scores[at] ?? {};
      return { ...passage, score, ...(rerank !== undefined && { rerank }) };
    });
    const kept = ranked.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, keep);
    recordKept({ all: distinct, kept, why: 'others fit the question better' }, run);
    return kept;
  });
}

/** Each passage once, where it stood first. */
export function distinctPassages<P extends Passage>(passages: readonly P[]): P[] {
  const first = new Map<string, P>();
  for (const passage of passages) if (!first.has(passage.id)) first.set(passage.id, passage);
  return [...first.values()];
}
