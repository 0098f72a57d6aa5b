/** What the benchmark prints: one row for each engine, and after each figure how many times ours it is. */

export type Row = {
  readonly name: string;
  readonly queries: number;
  readonly buildSeconds: number;
  readonly buildProcessorSeconds: number;
  readonly residentMegabytes: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Mean of the processor's time for a query. */
  readonly queryProcessorMs: number;
  /** Share of the ten best in common with what `note` names. */
  readonly shared?: number | undefined;
  readonly note: string;
};

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));

function measured(value: number, ours: number): string {
  if (!(value >= 0)) return '-';
  const ratio = value / ours;
  return value === ours
    ? figure(value)
    : `${figure(value)} (${ratio >= 10 ? ratio.toFixed(0) : ratio.toPrecision(2)}x)`;
}

const COLUMNS = [
  '',
  'queries',
  'build, s',
  'build, CPU s',
  'resident, MB',
  'p50, ms',
  'p95, ms',
  'mean, CPU ms',
  'ten best in common',
] as const;

/** The first row is ours, and the others are compared with it. */
export function tableOf(rows: readonly Row[]): string {
  const [ours] = rows;
  if (!ours) return '';
  const cells = rows.map((row) => [
    row.name,
    String(row.queries),
    measured(row.buildSeconds, ours.buildSeconds),
    measured(row.buildProcessorSeconds, ours.buildProcessorSeconds),
    measured(row.residentMegabytes, ours.residentMegabytes),
    measured(row.p50Ms, ours.p50Ms),
    measured(row.p95Ms, ours.p95Ms),
    measured(row.queryProcessorMs, ours.queryProcessorMs),
    row.shared === undefined ? row.note : `${row.shared.toFixed(3)} ${row.note}`.trim(),
  ]);
  const lines = [[...COLUMNS], COLUMNS.map(() => '---'), ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
