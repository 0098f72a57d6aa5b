/**
 * Ranks passages one by one by how sure a model is that they help to answer the question, and drops those it doubts
 * (G-RAG, section 2.3). Without a model the probability is that of helpfulness.ts. The context's limit in words is kept
 * here too, because it cuts the same list.
 */
import { mapConcurrent } from '../core/concurrent.js';
import type { Passage, Question } from '../core/data.js';
import { messageOf } from '../core/errors.js';
import type { ChatModels, LocalModels } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import { endsRun, type Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { askYesProbability } from '../core/yes-probability.js';
import { countWords } from '../text/condense.js';
import { helpfulness } from './helpfulness.js';
import { recordKept } from './record-kept.js';
import type { RankedPassage } from './select-sections.js';

export type YesVars = { readonly question: Question; readonly passage: Passage };

export type RerankParts = {
  readonly models: ChatModels;
  readonly local: LocalModels;
  /** Asks for one word, Yes or No. */
  readonly prompt: Prompt<YesVars, string>;
  /** Yes against No alone, instead of Yes among all words. */
  readonly normalised: boolean;
  /** A passage at the threshold is kept. */
  readonly threshold: number;
  /** Words of passages in all; the first passage that would go beyond ends the list. */
  readonly contextWords: number;
  /**
   * So many are kept when none passes: the model's opinion is then not believed, and they stand in the order in which
   * they came.
   */
  readonly whenNone: number;
  /** So many of the first are kept however the model judges them, where they fit. */
  readonly alwaysKept?: number;
  readonly concurrency: number;
};

export type RerankInput = { readonly question: Question; readonly passages: readonly Passage[] };

/** A passage's score is its probability of helping. */
export function rerankByYes(parts: RerankParts): Stage<RerankInput, RankedPassage[]> {
  return stage('rerank-by-yes', async ({ question, passages }, run) => {
    const judged = await judge({ question, passages }, parts, run);
    const ranked = judged.toSorted((one, other) => other.score - one.score); // equals stay in order
    const scores = ranked.map(({ id, score }) => ({ id, score }));
    run.emit({ type: 'scores', rule: 'probability of yes', cut: parts.threshold, scores });
    const sure = ranked.filter(({ score }) => score >= parts.threshold);
    const fitting = withinWords(sure, parts.contextWords);
    const believed =
      fitting.length > 0 || passages.length === 0
        ? fitting
        : fallbackRanking({ sure, all: parts.models.small ? judged : ranked }, parts, run);
    // A bad filter must not hurt a good writer: what the search itself puts first is read in any case.
    const first = parts.models.small
      ? judged.slice(0, parts.alwaysKept ?? 0).filter((passage) => !believed.includes(passage))
      : [];
    const kept = [...believed, ...withinWords(first, parts.contextWords - wordsOf(believed))];
    const isSure = new Set(sure.map(({ id }) => id));
    recordKept(
      { all: passages, kept, why: ({ id }) => (isSure.has(id) ? 'the context is full' : 'probably no help') },
      run,
    );
    return kept;
  });
}

/** Best first while they fit; nothing is skipped to fit in a shorter one further down. */
export function withinWords<P extends Passage>(passages: readonly P[], contextWords: number): P[] {
  let words = 0;
  const over = passages.findIndex(({ text }) => {
    words += countWords(text);
    return words > contextWords;
  });
  return over < 0 ? [...passages] : passages.slice(0, over);
}

const wordsOf = (passages: readonly Passage[]) => passages.reduce((sum, { text }) => sum + countWords(text), 0);

type YesRanking = { readonly sure: readonly RankedPassage[]; readonly all: readonly RankedPassage[] };

/**
 * What is kept when nothing is: the surest passage though it is too long, or the first few though none seems to help.
 */
function fallbackRanking(
  { sure, all }: YesRanking,
  { contextWords, whenNone }: RerankParts,
  run: Run,
): RankedPassage[] {
  const reason =
    sure.length > 0
      ? `the surest passage alone is longer than ${contextWords} words; it is used all the same`
      : `none of ${all.length} passages seems to help; the first ${whenNone} are used`;
  run.emit({ type: 'fallback', reason });
  return sure.length > 0 ? sure.slice(0, 1) : all.slice(0, whenNone);
}

/** In the order of the passages, whenever the replies come in. What the model could not judge is judged without it. */
async function judge({ question, passages }: RerankInput, parts: RerankParts, run: Run): Promise<RankedPassage[]> {
  if (!parts.models.small) return helpfulness({ question, passages }, parts.local, run);
  const replies = await mapConcurrent(passages, { limit: parts.concurrency, run }, (passage) =>
    askOne({ question, passage }, parts, run),
  );
  const reasons = replies.filter((reply) => typeof reply === 'string');
  if (reasons.length === 0) return passages.map((passage, at) => ({ ...passage, score: replies[at] as number }));
  const reason = `${reasons.length} of ${passages.length} passages were judged without the model: ${reasons[0]}`;
  run.emit({ type: 'fallback', reason, prompt: parts.prompt.id });
  const others = await helpfulness({ question, passages }, parts.local, run);
  return others.map((other, at) => ({ ...other, score: typeof replies[at] === 'number' ? replies[at] : other.score }));
}

/** A probability, or why there is none. */
async function askOne(vars: YesVars, { models, prompt, normalised }: RerankParts, run: Run): Promise<number | string> {
  try {
    return await askYesProbability({ models, role: 'small', prompt, vars }, { normalised }, run);
  } catch (error) {
    if (endsRun(error, run)) throw error;
    return messageOf(error);
  }
}
