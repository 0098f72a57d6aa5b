/** The rows of an ablation with their measures, by the name of the row. */
import { meanOrNull } from '../../text/stats/moments.js';
import { measuresOf } from '../run/metrics.js';
import type { EvalRow } from '../run/row.js';
import type { Scores } from '../run/scores.js';

export type MeasuredRow = { readonly id: string; readonly row: EvalRow; readonly measures: Scores };
export type ByRow = (name: string) => readonly MeasuredRow[];

export function groupedByRow(rows: readonly EvalRow[]): ReadonlyMap<string, readonly MeasuredRow[]> {
  const groups = new Map<string, MeasuredRow[]>();
  for (const row of rows) {
    const own = groups.get(row.pipeline) ?? [];
    own.push(measured(row));
    groups.set(row.pipeline, own);
  }
  return groups;
}

function measured(row: EvalRow): MeasuredRow {
  const measures = measuresOf(row);
  const lost = ['lost.select-sections', 'lost.filter-passages'].map((name) => measures[name] ?? null);
  const lostPassages = lost.includes(null) ? null : lost[0]! + lost[1]!;
  return { id: row.id, row, measures: { ...measures, 'lost.passages': lostPassages, [WEIGHTED]: weighted(measures) } };
}

/** What the G-RAG authors' grid and champion go by (the default weights of their script). */
export const WEIGHTED = '0.6*relevance_score + 0.4*faithfulness_score';

function weighted({ relevance_score: relevance, faithfulness_score: faithfulness }: Scores): number | null {
  return typeof relevance === 'number' && typeof faithfulness === 'number'
    ? 0.6 * relevance + 0.4 * faithfulness
    : null;
}

export function meanScore(rows: readonly MeasuredRow[], metric: string): number | null {
  const values = rows.map(({ measures }) => measures[metric] ?? null).filter((value) => value !== null);
  return meanOrNull(values);
}
