/**
 * Writes into the trace which passages a filter kept and which it dropped. Every filter says it this way, so that the
 * funnel adds up.
 */
import type { Passage } from '../core/data.js';
import type { Run } from '../core/run.js';

export type FilterOutcome = {
  readonly all: readonly Passage[];
  readonly kept: readonly (Passage & { readonly score?: number })[];
  /** Why a passage that is not among the kept was dropped. */
  readonly why: string | ((passage: Passage) => string);
};

export function recordKept({ all, kept, why }: FilterOutcome, run: Run): void {
  run.emit({ type: 'count', name: 'sections', value: all.length });
  const ids = new Set(kept.map(({ id }) => id));
  for (const { id, score } of kept)
    run.emit({ type: 'kept', what: 'section', id, ...(score !== undefined && { score }) });
  for (const passage of all) {
    if (ids.has(passage.id)) continue;
    run.emit({
      type: 'dropped',
      what: 'section',
      id: passage.id,
      reason: typeof why === 'string' ? why : why(passage),
    });
  }
  run.emit({ type: 'count', name: 'sectionsKept', value: kept.length });
}
