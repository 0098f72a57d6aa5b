/**
 * Hard questions out of a baseline run, mixed with others, as a new set: G-RAG's authors took 15 hard ones and 85 at
 * random (systems they tuned on easy questions alone looked alike). Tricky: answered wrong or not at all. Challenging:
 * the lowest scores among the rest, below the highest that there can be.
 */
import { usageError } from '../../core/errors.js';
import { seededRandom, shuffled } from '../../text/random.js';
import type { QuestionRow } from '../datasets/rows.js';
import { measuresOf } from '../run/metrics.js';
import type { EvalRow } from '../run/row.js';

export type MinedKind = 'tricky' | 'challenging' | 'random';

export type MinedQuestion = { readonly row: QuestionRow; readonly kind: MinedKind; readonly score: number | null };

export type MineOptions = {
  /** The score by which questions are hard. */
  readonly metric: string;
  readonly size: number;
  /** How many of them are hard; half tricky, half challenging, as far as there are. */
  readonly hard: number;
  readonly seed: number;
};

export type MineInput = { readonly questions: readonly QuestionRow[]; readonly rows: readonly EvalRow[] };

export function mineQuestions(
  { questions, rows }: MineInput,
  { metric, size, hard, seed }: MineOptions,
): MinedQuestion[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const scored = questions.flatMap((row) => {
    const asked = byId.get(row.id);
    return asked ? [{ row, asked, score: measuresOf(asked)[metric] ?? null }] : [];
  });
  if (!scored.some(({ score }) => score !== null))
    throw usageError(
      `No row of the run has a score "${metric}". Choose another by --metric, e.g. contains or squad.f1.`,
    );
  const random = seededRandom(seed);
  const tricky = shuffled(scored.filter(isTricky), random);
  // What scores as high as can be is not hard, however few others there are.
  const highest = Math.max(1, ...scored.flatMap(({ score }) => score ?? []));
  const others = scored
    .filter((one) => !isTricky(one) && one.score !== null && one.score < highest)
    .sort((left, right) => (left.score as number) - (right.score as number));
  const half = Math.ceil(hard / 2);
  const chosenTricky = tricky.slice(0, Math.max(half, hard - others.length));
  const chosenChallenging = others.slice(0, hard - chosenTricky.length);
  const taken = new Set([...chosenTricky, ...chosenChallenging].map(({ row }) => row.id));
  const rest = shuffled(
    scored.filter(({ row }) => !taken.has(row.id)),
    random,
  ).slice(0, Math.max(0, size - taken.size));
  const label =
    (kind: MinedKind) =>
    (one: (typeof scored)[number]): MinedQuestion => ({ row: one.row, kind, score: one.score });
  return [
    ...chosenTricky.map(label('tricky')),
    ...chosenChallenging.map(label('challenging')),
    ...rest.map(label('random')),
  ];
}

/** Failed, abstained from though there is an answer, answered though there is none, or scored 0. */
function isTricky({ asked, score }: { readonly asked: EvalRow; readonly score: number | null }): boolean {
  const wronglyAbstained = asked.scores['abstention.wrong'] === 1;
  const wronglyAnswered = asked.scores['abstention.right'] === 0;
  return asked.status === 'failed' || wronglyAbstained || wronglyAnswered || score === 0;
}

/** One line of our own question format. */
export function minedLine({ row, kind, score }: MinedQuestion): string {
  const { gold, extra, ...own } = row;
  return JSON.stringify({ ...own, gold_doc_ids: gold, ...extra, mined: kind, baselineScore: score });
}
