/**
 * CRAG's retrieval evaluator: a judge model, or our reranker, or shared words, whichever is there. Each has thresholds
 * of its own.
 */
import { askOr } from '../../core/ask.js';
import { mapConcurrent } from '../../core/concurrent.js';
import type { Passage, Question, Scored } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { recordKept } from '../../stages/record-kept.js';
import { rerankLogits } from '../../stages/rerank-logits.js';
import { contextual } from '../../stages/select-sections.js';
import { coverage } from '../../text/lexical.js';
import { contentWords, coreQuestion } from '../../text/question.js';
import { terms } from '../../text/terms.js';
import { gradePrompt } from './prompts.js';

export type Thresholds = { readonly upper: number; readonly lower: number };

/** Passages best first, and the thresholds that belong to the evaluator that graded them. */
export type GradedPassages = Thresholds & { readonly passages: readonly Scored<Passage>[] };

type Evaluator = 'model' | 'reranker' | 'words';

/**
 * The model's follow from its scale: 10 states the answer, 5 leaves it open. The others were chosen on the tuning
 * questions of the sample corpus, 10 passages each: reranker: 53 of the 67 questions called right have a gold passage
 * with the answer above 3, and 6 of 27 without an answer are called right; -3 loses 1 of 90 such passages and 42 % of
 * the others. Words: 31 of 44 at 0.6, and 5 of 27; 0.2 loses 1 of 86 and 25 %.
 */
export const THRESHOLDS: Readonly<Record<Evaluator, Thresholds>> = {
  model: { upper: 0.7, lower: 0.3 },
  reranker: { upper: 3, lower: -3 },
  words: { upper: 0.6, lower: 0.2 },
};

export type GradeOptions = {
  readonly upper: number | null;
  readonly lower: number | null;
  readonly concurrency: number;
};

type GradeInput = { readonly question: Question; readonly passages: readonly Passage[] };

export function gradePassages(
  parts: Pick<Parts, 'models' | 'local'>,
  options: GradeOptions,
): Stage<GradeInput, GradedPassages> {
  return stage('grade-passages', async (input, run) => {
    const { by, scores } = await evaluate(input, { ...parts, concurrency: options.concurrency }, run);
    const thresholds = thresholdsOf(by, options);
    const passages = input.passages
      .map((passage, at) => ({
        ...passage,
        score: scores[at] as number,
        ...(by === 'reranker' && { rerank: scores[at] as number }),
      }))
      .sort((a, b) => b.score - a.score);
    run.emit({
      type: 'scores',
      rule: `graded by ${by}`,
      cut: thresholds.lower,
      scores: passages.map(({ id, score }) => ({ id, score })),
    });
    recordKept(
      { all: passages, kept: passages.filter(({ score }) => score >= thresholds.lower), why: 'graded as wrong' },
      run,
    );
    return { passages, ...thresholds };
  });
}

/**
 * A fitted threshold gives way to one that was given beyond it; two that were given are compared when the options are
 * read.
 */
function thresholdsOf(by: Evaluator, { upper, lower }: GradeOptions): Thresholds {
  const fitted = THRESHOLDS[by];
  return {
    upper: upper ?? Math.max(fitted.upper, lower ?? fitted.upper),
    lower: lower ?? Math.min(fitted.lower, upper ?? fitted.lower),
  };
}

type Evaluation = { readonly by: Evaluator; readonly scores: readonly number[] };
type EvaluateParts = Pick<Parts, 'models' | 'local'> & { readonly concurrency: number };

/**
 * All passages by one evaluator: a grade that cannot be had of the model makes all of them the next evaluator's affair,
 * since scales must not mix.
 */
async function evaluate(
  { question, passages }: GradeInput,
  { models, local, concurrency }: EvaluateParts,
  run: Run,
): Promise<Evaluation> {
  if (models.judge) {
    const graded = await mapConcurrent(passages, { limit: concurrency, run }, async (passage) => {
      const vars = { question, passages: [passage] };
      return (await askOr({ models, role: 'judge', prompt: gradePrompt, vars }, () => null, run)).value;
    });
    const known = graded.filter((reply) => reply !== null);
    if (known.length === passages.length) return { by: 'model', scores: known.map(({ score }) => score / 10) };
  }
  const asked = coreQuestion(question.text);
  const texts = passages.map(contextual);
  const logits = await rerankLogits({ query: asked, texts }, local, run);
  if (logits) return { by: 'reranker', scores: logits };
  const wanted = terms(contentWords(asked).join(' '));
  return { by: 'words', scores: texts.map((text) => coverage(wanted, text)) };
}
