/**
 * What a run would have cost at another volume, and how a budget splits over the roles. Straight lines from what was
 * measured: no discount, no rate limit.
 */
import type { EvalRow } from '../run/row.js';

export type RoleCost = {
  readonly role: string;
  readonly callsPerQuestion: number;
  readonly inputTokensPerQuestion: number;
  readonly outputTokensPerQuestion: number;
  /** `null` where a price is unknown. */
  readonly usdPerThousand: number | null;
  /** Part of the money, 0 to 1; `null` where it cannot be known. */
  readonly share: number | null;
  /** What the role gets of the budget per 1,000 questions. */
  readonly budgetUsd: number | null;
};

export type VolumeCost = {
  readonly times: number;
  readonly questions: number;
  readonly usd: number | null;
  readonly hours: number;
};

export type PipelineCost = {
  readonly pipeline: string;
  readonly questions: number;
  readonly secondsPerQuestion: number;
  readonly usdPerThousand: number | null;
  readonly volumes: readonly VolumeCost[];
  readonly roles: readonly RoleCost[];
  /** How many questions the budget for 1,000 is enough for. */
  readonly affordable: number | null;
};

export type CostOptions = {
  readonly volumes: readonly number[];
  /** US dollars for 1,000 questions. */
  readonly budgetUsd: number;
  /** Questions in flight at the same time. */
  readonly concurrency: number;
};

export function costsOf(rows: readonly EvalRow[], options: CostOptions): PipelineCost[] {
  const pipelines = [...new Set(rows.map(({ pipeline }) => pipeline))];
  return pipelines.map((pipeline) =>
    costOf(
      pipeline,
      rows.filter((row) => row.pipeline === pipeline),
      options,
    ),
  );
}

function costOf(
  pipeline: string,
  rows: readonly EvalRow[],
  { volumes, budgetUsd, concurrency }: CostOptions,
): PipelineCost {
  const questions = rows.length;
  const perQuestion = (of: (row: EvalRow) => number) => rows.reduce((sum, row) => sum + of(row), 0) / questions;
  const isPriced = rows.every(({ usage }) => usage.costUsd !== null);
  const usd = isPriced ? perQuestion(({ usage }) => usage.costUsd as number) : null;
  const seconds = perQuestion(({ usage }) => usage.ms / 1000);
  const usdPerThousand = usd === null ? null : usd * 1000;
  return {
    pipeline,
    questions,
    secondsPerQuestion: seconds,
    usdPerThousand,
    volumes: volumes.map((times) => {
      const many = times * questions;
      return {
        times,
        questions: many,
        usd: usd === null ? null : usd * many,
        hours: (seconds * many) / concurrency / 3600,
      };
    }),
    roles: rolesOf(rows).map((role) => roleCost(role, rows, { usdPerThousand, budgetUsd })),
    affordable: usd === null || usd === 0 ? null : Math.floor(budgetUsd / usd + 1e-9),
  };
}

function rolesOf(rows: readonly EvalRow[]): string[] {
  return [...new Set(rows.flatMap(({ roles }) => Object.keys(roles ?? {})))].sort();
}

function roleCost(
  role: string,
  rows: readonly EvalRow[],
  { usdPerThousand, budgetUsd }: { usdPerThousand: number | null; budgetUsd: number },
): RoleCost {
  const used = rows.flatMap(({ roles }) => roles?.[role] ?? []);
  const perQuestion = (name: 'calls' | 'inputTokens' | 'outputTokens') =>
    used.reduce((sum, usage) => sum + usage[name], 0) / rows.length;
  const costs = used.map(({ costUsd }) => costUsd);
  const own = costs.includes(null)
    ? null
    : ((costs as number[]).reduce((sum, cost) => sum + cost, 0) / rows.length) * 1000;
  const share = own === null || !usdPerThousand ? null : own / usdPerThousand;
  return {
    role,
    callsPerQuestion: perQuestion('calls'),
    inputTokensPerQuestion: perQuestion('inputTokens'),
    outputTokensPerQuestion: perQuestion('outputTokens'),
    usdPerThousand: own,
    share,
    budgetUsd: share === null ? null : share * budgetUsd,
  };
}
