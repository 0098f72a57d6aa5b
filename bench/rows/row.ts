/**
 * A row of the table that `npm run bench` prints: what is measured, ours, and each peer's figure, or why there is none.
 */

export type Row = {
  readonly what: string;
  readonly unit: string;
  readonly isBetter: 'more' | 'less';
  readonly ours: number;
  readonly peers: Readonly<Record<string, number | string>>;
  /** Why a peer is ahead, by its name. */
  readonly behind?: Readonly<Record<string, string>>;
};

/** The last line that a row's process prints. */
export const printRows = (rows: readonly Row[]): void => console.log(JSON.stringify(rows));

export function processorMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** What an absent peer is shown as. */
export const whyMissing = (error: unknown): string =>
  `not measured: ${String(error instanceof Error ? error.message : error)
    .split('\n')[0]
    ?.slice(0, 80)}`;
