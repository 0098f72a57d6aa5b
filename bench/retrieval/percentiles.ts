/**
 * The middle and the slow end of measured times, and the processor's own time, which other work on the machine does not
 * stretch.
 */
export function percentiles(times: readonly number[]): { readonly p50Ms: number; readonly p95Ms: number } {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}

export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
