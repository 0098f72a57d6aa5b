/** The rows of a run, folded: per pipeline every mean with its interval, over all questions and by type and split. */
import { type MeanInterval, meanInterval } from '../../text/metrics/bootstrap.js';
import { calibration, type GradedAnswer, riskCoverage } from '../../text/stats/calibration.js';
import { sum } from '../../text/stats/moments.js';
import { type GradingSummary, gradedScores, gradingOf } from '../grade/grade.js';
import { METRICS, measuresOf } from './metrics.js';
import { type EvalRow, rowKey } from './row.js';
import { byModelOf, type FellBack, fellBackOf } from './stand-in.js';

export type Metric = Omit<MeanInterval, 'missing'>;

export type Group = {
  readonly questions: number;
  readonly answered: number;
  readonly abstained: number;
  readonly failed: number;
  readonly metrics: Readonly<Record<string, Metric>>;
};

export type PipelineSummary = Group & {
  readonly byType: Readonly<Record<string, Group>>;
  readonly bySplit: Readonly<Record<string, Group>>;
  /** How many questions were abstained from, of those without an answer (right) and of those with one (wrong). */
  readonly abstention: { readonly right: Share; readonly wrong: Share };
  /**
   * How far the confidence in answers can be believed: over the answers that are known to be right or wrong; `null`
   * without any.
   */
  readonly calibration: CalibrationSummary | null;
  readonly usage: {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number | null;
  };
  /** What grading took, by grader; not part of `usage`. */
  readonly grading?: Readonly<Record<string, GradingSummary>>;
  readonly seconds: { readonly p50: number | null; readonly p95: number | null; readonly sum: number };
  /** Failures by error code. */
  readonly errors: Readonly<Record<string, number>>;
  /** How often each stage fell back on its deterministic implementation. */
  readonly fallbacks: Readonly<Record<string, number>>;
  /**
   * Answers that a model was to write and did not. They count as failed, or as answered where `--allow-fallback` was
   * given.
   */
  readonly standIns: number;
  /** Calls of a model in whose place something deterministic worked, by stage and reason. */
  readonly fellBack: readonly FellBack[];
};

export type Share = { readonly count: number; readonly of: number };

/** Expected calibration error, and area under the risk-coverage curve: both 0 at best. */
export type CalibrationSummary = { readonly answers: number; readonly ece: number; readonly aurc: number };

export type Summary = {
  /** Rows that there are, and rows that a whole run has. */
  readonly done: number;
  readonly total: number;
  readonly prompts: readonly string[];
  readonly models: Readonly<Record<string, readonly string[]>>;
  readonly pipelines: Readonly<Record<string, PipelineSummary>>;
};

export type SummaryInput = {
  readonly rows: readonly EvalRow[];
  /**
   * Labels and question ids in their order: rows end in any order, and an interval drawn from them should not depend on
   * it.
   */
  readonly pipelines: readonly string[];
  readonly ids: readonly string[];
  readonly seed: number;
};

export function summarise({ rows, pipelines, ids, seed }: SummaryInput): Summary {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  const inOrder = (pipeline: string) =>
    ids.map((id) => byKey.get(rowKey({ pipeline, id }))).filter((row) => row !== undefined);
  const ordered = pipelines.map((pipeline) => [pipeline, inOrder(pipeline)] as const);
  const all = ordered.flatMap(([, own]) => own);
  return {
    done: all.length,
    total: pipelines.length * ids.length,
    prompts: [...new Set(all.flatMap(({ prompts }) => prompts))].sort(),
    models: modelsByRole(all),
    pipelines: Object.fromEntries(
      ordered.map(([pipeline, own]) => [pipeline, summarisePipeline(own, intervals(seed))]),
    ),
  };
}

function modelsByRole(rows: readonly EvalRow[]): Record<string, string[]> {
  const names = new Map<string, Set<string>>();
  for (const { models } of rows) {
    for (const [role, name] of Object.entries(models)) names.set(role, (names.get(role) ?? new Set()).add(name));
  }
  return Object.fromEntries([...names].sort().map(([role, used]) => [role, [...used].sort()]));
}

function summarisePipeline(rows: readonly EvalRow[], intervalOf: IntervalOf): PipelineSummary {
  const costs = rows.map(({ usage }) => usage.costUsd);
  const grading = gradingOf(rows);
  return {
    ...group(rows, intervalOf),
    byType: groups(rows, ({ type }) => type, intervalOf),
    bySplit: groups(rows, ({ split }) => split, intervalOf),
    abstention: { right: share(rows, 'abstention.right'), wrong: share(rows, 'abstention.wrong') },
    calibration: calibrationOf(rows),
    usage: {
      calls: sum(rows.map(({ usage }) => usage.calls)),
      inputTokens: sum(rows.map(({ usage }) => usage.inputTokens)),
      outputTokens: sum(rows.map(({ usage }) => usage.outputTokens)),
      costUsd: costs.includes(null) ? null : sum(costs as number[]),
    },
    ...(grading && { grading }),
    seconds: secondsOf(rows),
    errors: counted(rows.flatMap(({ error }) => (error ? [error.code] : []))),
    fallbacks: counted(rows.flatMap(({ fallbacks }) => fallbacks.map(({ stage }) => stage))),
    standIns: byModelOf(rows).standIns,
    fellBack: fellBackOf(rows),
  };
}

function group(rows: readonly EvalRow[], intervalOf: IntervalOf): Group {
  const measured = rows.map(measuresOf);
  const having = (status: EvalRow['status']) => rows.filter((row) => row.status === status).length;
  return {
    questions: rows.length,
    answered: having('answered'),
    abstained: having('abstained'),
    failed: having('failed'),
    metrics: Object.fromEntries(
      [...METRICS, ...ownMetrics(rows)].map((name) => [
        name,
        intervalOf(measured.map((measures) => measures[name] ?? null)),
      ]),
    ),
  };
}

/** Names that graders of one's own brought (`defineMetric`). */
function ownMetrics(rows: readonly EvalRow[]): string[] {
  const graded = new Set(rows.flatMap(({ grades }) => Object.keys(gradedScores(grades))));
  return [...graded].filter((name) => !METRICS.includes(name)).sort();
}

type IntervalOf = (values: readonly (number | null)[]) => Metric;

/** Many metrics of a group are the same list of values, and many lists a single value: both need no drawing. */
function intervals(seed: number): IntervalOf {
  const known = new Map<string, Metric>();
  return (values) => {
    const present = values.filter((value) => value !== null);
    const [first = null] = present;
    if (present.every((value) => value === first)) return { mean: first, low: first, high: first, n: present.length };
    const key = present.join(' ');
    const metric = known.get(key) ?? withoutMissing(meanInterval(present, { seed }));
    known.set(key, metric);
    return metric;
  };
}

function withoutMissing({ missing: _, ...metric }: MeanInterval): Metric {
  return metric;
}

function groups(
  rows: readonly EvalRow[],
  nameOf: (row: EvalRow) => string | null,
  intervalOf: IntervalOf,
): Record<string, Group> {
  const names = [...new Set(rows.map(nameOf).filter((name) => name !== null))].sort();
  const own = (name: string) => rows.filter((row) => nameOf(row) === name);
  return Object.fromEntries(names.map((name) => [name, group(own(name), intervalOf)]));
}

function share(rows: readonly EvalRow[], name: string): Share {
  const values = rows.map(({ scores }) => scores[name]).filter((value) => typeof value === 'number');
  return { count: sum(values), of: values.length };
}

/**
 * An answer to a question that has none is wrong. Abstentions are no answers; what they cost is told by `abstention`.
 */
export function gradedAnswers(rows: readonly EvalRow[]): GradedAnswer[] {
  return rows.flatMap(({ status, confidence, scores }) => {
    const hasNoAnswer = typeof scores['abstention.right'] === 'number';
    const contains = scores['checked.contains'] ?? scores.contains; // the confidence is that in the checked text
    if (status !== 'answered' || confidence === undefined || (!hasNoAnswer && typeof contains !== 'number')) return [];
    return [{ confidence, right: (hasNoAnswer ? scores['abstention.right'] : contains) === 1 }];
  });
}

function calibrationOf(rows: readonly EvalRow[]): CalibrationSummary | null {
  const graded = gradedAnswers(rows);
  return graded.length === 0
    ? null
    : { answers: graded.length, ece: calibration(graded).ece, aurc: riskCoverage(graded).area };
}

function secondsOf(rows: readonly EvalRow[]): PipelineSummary['seconds'] {
  const sorted = rows.map(({ usage }) => usage.ms / 1000).sort((left, right) => left - right);
  /** Nearest rank: the smallest value that at least this share does not exceed. */
  const percentile = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;
  return { p50: percentile(0.5), p95: percentile(0.95), sum: sum(sorted) };
}

function counted(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
}

/**
 * The value of `contains`, `contains@two-hop` or `contains@test`: over all, or of a type or split; `undefined` when
 * there is no such group.
 */
export function metricNamed(summary: PipelineSummary, name: string): Metric | undefined {
  const [metric = '', of] = splitName(name);
  const within = of === undefined ? summary : (summary.byType[of] ?? summary.bySplit[of]);
  return within?.metrics[metric];
}

export function splitName(name: string): [metric: string, group?: string] {
  const at = name.indexOf('@');
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}
