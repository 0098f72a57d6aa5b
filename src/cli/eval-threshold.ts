/**
 * `--fail-under contains=0.5` or `contains@two-hop=0.4`: the lowest mean that still passes, for every pipeline of the
 * run.
 */
import { InvalidArgumentError } from 'commander';
import { METRICS } from '../lab/run/metrics.js';
import { metricNamed, type Summary, splitName } from '../lab/run/summary.js';

export type Threshold = { readonly name: string; readonly lowest: number };

export function parseThreshold(text: string): Threshold {
  const equals = text.lastIndexOf('=');
  const [name, value] = [text.slice(0, Math.max(equals, 0)).trim(), text.slice(equals + 1).trim()];
  const [metric] = splitName(name);
  if (!METRICS.includes(metric))
    throw new InvalidArgumentError(`There is no metric "${metric}". There are: ${METRICS.join(', ')}.`);
  if (value === '' || !Number.isFinite(Number(value)))
    throw new InvalidArgumentError('It must look like contains=0.5 or contains@two-hop=0.4.');
  return { name, lowest: Number(value) };
}

/** One line per mean that is below its bound; a mean that does not exist is below any. */
export function thresholdFailures({ pipelines }: Summary, thresholds: readonly Threshold[]): string[] {
  return Object.entries(pipelines).flatMap(([label, summary]) =>
    thresholds.flatMap(({ name, lowest }) => {
      const mean = metricNamed(summary, name)?.mean ?? null;
      if (mean !== null && mean >= lowest) return [];
      return [
        `${label}: ${name} is ${mean === null ? 'not there (no question has it)' : mean.toFixed(4)}, below ${lowest}.`,
      ];
    }),
  );
}
