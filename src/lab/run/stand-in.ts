/**
 * A score is the model's or it is none: whether a configured model wrote an answer or the deterministic stand-in did,
 * and which calls of a run fell back, by stage and reason.
 */
import type { Fallback, Usage } from '../../core/data.js';

type FallbackRow = { readonly fallbacks: readonly Fallback[] };
type WrittenRow = FallbackRow & { readonly standIn?: true; readonly usage: Usage };

/** Their fallback is an answer taken from the passages; that of any other stage leaves the writing to the model. */
const WRITING: ReadonlySet<string> = new Set(['write-answer', 'draft-answer']);

/** Why the model did not write the answer, if it was to. */
export function standInReason(fallbacks: readonly Fallback[]): string | undefined {
  return fallbacks.find(({ stage, prompt }) => prompt !== undefined && WRITING.has(stage))?.reason;
}

export type FellBack = { readonly stage: string; readonly reason: string; readonly times: number };

/**
 * Most frequent first. What differs from question to question is left out of the reasons, so that they can be counted.
 */
export function fellBackOf(rows: readonly FallbackRow[]): FellBack[] {
  const counts = new Map<string, FellBack>();
  for (const { stage, reason, prompt } of rows.flatMap(({ fallbacks }) => fallbacks)) {
    if (prompt === undefined) continue;
    const general = reason.replace(/"[^"]*"/g, '"…"').replace(/\d+(?:\.\d+)?/g, 'N');
    const key = JSON.stringify([stage, general]);
    counts.set(key, { stage, reason: general, times: (counts.get(key)?.times ?? 0) + 1 });
  }
  return [...counts.values()].sort((one, other) => other.times - one.times);
}

export type ByModel = {
  /** Questions whose answer the stand-in wrote. */
  readonly standIns: number;
  /** Calls that a model answered, and those in whose place a stage's deterministic implementation worked. */
  readonly calls: number;
  readonly fellBack: number;
};

export function byModelOf(rows: readonly WrittenRow[]): ByModel {
  return {
    standIns: rows.filter(({ standIn }) => standIn).length,
    calls: rows.reduce((sum, { usage }) => sum + usage.calls, 0),
    fellBack: fellBackOf(rows).reduce((sum, { times }) => sum + times, 0),
  };
}

/** Whether the figures of these rows are mostly not the model's. */
export function isMostlyStandIn(rows: readonly WrittenRow[]): boolean {
  const { standIns, calls, fellBack } = byModelOf(rows);
  return standIns * 2 > rows.length || fellBack > calls;
}
