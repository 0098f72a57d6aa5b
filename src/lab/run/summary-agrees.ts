/** Whether a written summary speaks of these rows: means are quickly had, intervals are not. */
import { METRICS, measuresOf } from './metrics.js';
import type { EvalRow } from './row.js';
import type { Summary } from './summary.js';

/** Sums in another order differ in their last digits. */
const ROUNDING = 1e-9;

export function summaryAgrees(summary: Summary, rows: readonly EvalRow[], labels: readonly string[]): boolean {
  return labels.every((label) => {
    const written = summary.pipelines[label];
    const measured = rows.filter(({ pipeline }) => pipeline === label).map(measuresOf);
    if (written?.questions !== measured.length) return false;
    return METRICS.every((name) => {
      const values = measured.map((measures) => measures[name] ?? null).filter((value) => value !== null);
      const { n = 0, mean = null } = written.metrics[name] ?? {};
      const own = values.reduce((sum, value) => sum + value, 0) / values.length;
      return (
        n === values.length &&
        (n === 0 || Math.abs(own - (mean ?? Number.NaN)) <= ROUNDING * Math.max(1, Math.abs(own)))
      );
    });
  });
}
