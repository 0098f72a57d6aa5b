/**
 * Grades: scores that cost something to get (a model's judgement, an encoder's vectors, facts checked one by one),
 * given to a row after its answer and kept apart from it, with what they cost. A row that has a grade is not graded
 * again; one whose grading failed is, when the run is resumed.
 */
import type { Usage } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import { type TraceEvent, usageOf } from '../../core/trace.js';
import type { Engine } from '../../engine/index.js';
import type { QuestionRow } from '../datasets/rows.js';
import type { EvalRow, Grade } from '../run/row.js';
import type { Scores } from '../run/scores.js';

type GradeUsage = Omit<Usage, 'ms'>;

export type AnsweredRow = { readonly row: EvalRow; readonly asked: QuestionRow; readonly askedAt: string };

export type GradeTools = {
  readonly engine: Engine;
  readonly signal: AbortSignal;
  readonly onEvent: (event: TraceEvent) => void;
};

export type Grader = {
  readonly name: string;
  readonly by: string;
  readonly grade: (answered: AnsweredRow, tools: GradeTools) => Promise<Pick<Grade, 'scores' | 'details'>>;
};

export type Graders = { readonly graders: readonly Grader[]; readonly engine: Engine; readonly signal: AbortSignal };

/** Rejects only when the run is stopped; a grader that fails leaves its error in the row. */
export async function gradeRow(answered: AnsweredRow, { graders, ...tools }: Graders): Promise<EvalRow> {
  const { row } = answered;
  const missing = graders.filter((grader) => !isGradedBy(row, grader));
  if (missing.length === 0) return row;
  const grades: Record<string, Grade> = { ...row.grades };
  for (const grader of missing) grades[grader.name] = await gradeBy(grader, answered, tools);
  return { ...row, grades };
}

async function gradeBy(
  { by, grade }: Grader,
  answered: AnsweredRow,
  { engine, signal }: Omit<Graders, 'graders'>,
): Promise<Grade> {
  const events: TraceEvent[] = [];
  const spent = (): GradeUsage => {
    const { ms: _, ...usage } = usageOf(events, 0);
    return usage;
  };
  try {
    const graded = await grade(answered, { engine, signal, onEvent: (event) => events.push(event) });
    const fallback = events.find(({ type }) => type === 'fallback');
    // What rules made in place of the model named in `by` is not its grade; the row is graded when the run is resumed.
    if (fallback?.type === 'fallback') throw new WinnowError('unavailable', fallback.reason);
    return { by, ...graded, usage: spent() };
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof WinnowError ? error.code : 'internal';
    return { by, scores: {}, usage: spent(), error: { code, message: messageOf(error) } };
  }
}

function isGradedBy({ grades }: EvalRow, { name, by }: Grader): boolean {
  const grade = grades?.[name];
  return grade !== undefined && grade.by === by && !grade.error;
}

/** Whether every grader has had its turn, successful or not. */
export function isThroughGrading({ grades }: EvalRow, graders: readonly Grader[]): boolean {
  return graders.every(({ name, by }) => grades?.[name]?.by === by);
}

/**
 * The row with the grades that a stop did not prevent; nothing when it prevented all new ones. Those of earlier runs
 * stay.
 */
export function gradedUntilStop(row: EvalRow, earlier: EvalRow | undefined): EvalRow | undefined {
  const all = Object.entries(row.grades ?? {});
  const given = all.filter(([, { error }]) => error?.code !== 'cancelled');
  if (given.length === all.length) return row;
  const isNew = given.some(([name, grade]) => grade !== earlier?.grades?.[name]);
  return isNew ? { ...row, grades: { ...earlier?.grades, ...Object.fromEntries(given) } } : undefined;
}

/** Whether every grader has given its grade. */
export function isGraded(row: EvalRow, graders: readonly Grader[]): boolean {
  return graders.every((grader) => isGradedBy(row, grader));
}

export function gradedScores(grades: EvalRow['grades'] = {}): Scores {
  return Object.assign({}, ...Object.values(grades).map(({ scores }) => scores));
}

export type GradingSummary = GradeUsage & {
  readonly by: readonly string[];
  readonly graded: number;
  /** Rows whose grading failed. */
  readonly failed: number;
};

/** What grading a pipeline's rows took, by grader; `undefined` when nothing was graded. */
export function gradingOf(rows: readonly EvalRow[]): Readonly<Record<string, GradingSummary>> | undefined {
  const names = [...new Set(rows.flatMap(({ grades = {} }) => Object.keys(grades)))].sort();
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, sumGrades(rows.flatMap(({ grades }) => grades?.[name] ?? []))]));
}

function sumGrades(grades: readonly Grade[]): GradingSummary {
  const total = (of: (usage: GradeUsage) => number) => grades.reduce((sum, { usage }) => sum + of(usage), 0);
  return {
    by: [...new Set(grades.map(({ by }) => by))].sort(),
    graded: grades.filter(({ error }) => !error).length,
    failed: grades.filter(({ error }) => error).length,
    calls: total(({ calls }) => calls),
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    costUsd: grades.some(({ usage }) => usage.costUsd === null) ? null : total(({ costUsd }) => costUsd ?? 0),
  };
}

/** One message per row that could not be graded. */
export function gradeErrors(rows: readonly EvalRow[]): string[] {
  return rows.flatMap(({ grades = {} }) =>
    Object.values(grades)
      .flatMap(({ error }) => error?.message ?? [])
      .slice(0, 1),
  );
}
