/**
 * Fits the odds of a candidate over several sets of readings, and shows what each set gets from the weights of the
 * others.
 */
import { readFileSync } from 'node:fs';
import { newton } from '../confidence/fit.js';
import type { Read } from './read.js';

type Candidate = { readonly inputs: readonly number[]; readonly right: number };
type Question = { readonly answerable: boolean; readonly candidates: readonly Candidate[] };

/** Sets count alike, however many questions they have. */
const WEIGHT = 400;
const KEPT_ASIDE = new Set(['test', 'held-out']);

export function fitAll(files: readonly string[]): void {
  const sets = files.map((file) => ({ file, questions: questionsIn(file) }));
  const weights = fitSets(sets.map(({ questions }) => questions));
  console.log(JSON.stringify({ of: 'all', weights: weights.map((weight) => Number(weight.toFixed(2))) }));
  for (const { file, questions } of sets) {
    const others = sets.filter((set) => set.file !== file).map((set) => set.questions);
    console.log(
      JSON.stringify({ leftOut: file, ...figures(questions, others.length > 0 ? fitSets(others) : weights) }),
    );
  }
}

function questionsIn(file: string): Question[] {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Read);
  return rows.filter(({ split, readings }) => !KEPT_ASIDE.has(split ?? '') && readings.length > 0).map(asQuestion);
}

function asQuestion({ answerable, answers, readings }: Read): Question {
  const candidates = readings.map(({ answerable: said, rank, rerank = 0, head, span, sentence }) => ({
    inputs: [1, logit(said), Math.min(rank, 8), Math.min(10, Math.max(-8, rerank))],
    right: Number(
      answerable && answers.some((answer) => isIn(answer, `${head} ${sentence.join(' ')}`) || isLongAnd(answer, span)),
    ),
  }));
  return { answerable, candidates };
}

const logit = (probability: number): number =>
  Math.log(Math.min(1 - 1e-4, Math.max(1e-4, probability)) / (1 - Math.min(1 - 1e-4, probability)));
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/\b(?:an?|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `;
const isIn = (answer: string, text: string): boolean => plain(text).includes(plain(answer));
/** Of an answer of whole sentences the span is a part. */
const isLongAnd = (answer: string, span: string): boolean => answer.split(/\s+/).length > 8 && isIn(span, answer);

function fitSets(sets: readonly (readonly Question[])[]): number[] {
  const rows = sets.flatMap((questions) => {
    const own = questions.flatMap(({ candidates }) => candidates);
    return own.map((candidate) => ({ ...candidate, weight: WEIGHT / own.length }));
  });
  return newton(
    rows.map(({ inputs }) => inputs),
    rows.map(({ right }) => right),
    rows.map(({ weight }) => weight),
  );
}

/**
 * Share of the best candidates that are right, and of the questions without an answer that are refused when a tenth of
 * the others is.
 */
function figures(questions: readonly Question[], weights: readonly number[]) {
  const scored = questions.map(({ answerable, candidates }) => {
    const best = candidates
      .map(({ inputs, right }) => ({ right, score: inputs.reduce((sum, value, at) => sum + value * weights[at]!, 0) }))
      .sort((a, b) => b.score - a.score)[0]!;
    return { answerable, ...best };
  });
  const answerable = scored.filter((one) => one.answerable).sort((a, b) => a.score - b.score);
  const others = scored.filter((one) => !one.answerable);
  const limit = answerable[Math.floor(answerable.length / 10)]?.score ?? 0;
  const share = (count: number, all: number) => Number((count / Math.max(1, all)).toFixed(3));
  return {
    answerable: answerable.length,
    others: others.length,
    right: share(answerable.filter(({ right }) => right === 1).length, answerable.length),
    refused: share(others.filter(({ score }) => score < limit).length, others.length),
    limit: Number((1 / (1 + Math.exp(-limit))).toFixed(2)),
  };
}
