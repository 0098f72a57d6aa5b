/**
 * Whether a setting is better, or only looks so on the questions it was chosen by. Variants are ranked on one half of
 * the questions; the best is set against the settings as they are on the other half, which nobody has looked at.
 * HiFi-RAG's authors tuned a prompt without such a half and found that it overfits.
 */
import { usageError } from '../../core/errors.js';
import { parseExpression } from '../../text/stats/expression.js';
import { holm, type PairedTest, pairedTest } from '../../text/stats/paired.js';
import type { QuestionRow } from '../datasets/rows.js';
import { METRICS, measuresOf } from '../run/metrics.js';
import type { EvalRow } from '../run/row.js';
import { stratified } from '../run/sample.js';
import { BASELINE } from './variants.js';

export type Halves = { readonly search: readonly QuestionRow[]; readonly heldOut: readonly QuestionRow[] };

/** Each type in both, drawn by the seed. */
export function halvesOf(rows: readonly QuestionRow[], seed: number): Halves {
  if (rows.length < 4)
    throw usageError(`${rows.length} questions cannot be halved. Give at least four; a hundred say more.`);
  const chosen = new Set(stratified(rows, Math.ceil(rows.length / 2), seed));
  return { search: rows.filter((row) => chosen.has(row)), heldOut: rows.filter((row) => !chosen.has(row)) };
}

/** `first` is the settings as they are; `difference` is a gain where it is above 0. */
export type Trial = PairedTest & {
  readonly variant: string /** Corrected for the number of variants (Holm). */;
  readonly pHolm: number;
};

/** Every variant against the settings as they are, best first. */
export function trialsOf(rows: readonly EvalRow[], { metric, seed }: MetricChoice): Trial[] {
  const scoreOf = scoring(metric);
  const baseline = new Map(rows.filter(({ pipeline }) => pipeline === BASELINE).map((row) => [row.id, scoreOf(row)]));
  const variants = [...new Set(rows.map(({ pipeline }) => pipeline))].filter((label) => label !== BASELINE);
  const tests = variants.map((variant) => {
    const own = rows.filter(({ pipeline }) => pipeline === variant);
    const pairs = own.flatMap((row) => pairOf(baseline.get(row.id) ?? null, scoreOf(row)));
    if (pairs.length === 0)
      throw usageError(`No question has a score "${metric}". Choose another by --metric, e.g. contains or squad.f1.`);
    return { variant, ...pairedTest(pairs, { seed }) };
  });
  const corrected = holm(tests.map(({ p }) => p));
  return tests
    .map((test, at) => ({ ...test, pHolm: corrected[at] as number }))
    .sort((one, other) => other.difference - one.difference);
}

type MetricChoice = { readonly metric: string; readonly seed: number };

const pairOf = (first: number | null, second: number | null): (readonly [number, number])[] =>
  first === null || second === null ? [] : [[first, second]];

/** What is the better the less there is of it. */
const LESS_IS_BETTER = /^(?:abstention\.wrong|lost\.|calls|tokens|costUsd|seconds|failed|judge\.unreadable)/;

/** A metric, or an expression over metrics; turned round where less is better, so that a gain is above 0. */
export function scoring(metric: string): (row: EvalRow) => number | null {
  const { names, evaluate } = parseExpression(METRICS.includes(metric) ? `\`${metric}\`` : metric);
  const unknown = names.find((name) => !METRICS.includes(name));
  if (unknown !== undefined) throw usageError(`There is no metric "${unknown}". There are: ${METRICS.join(', ')}.`);
  const sign = LESS_IS_BETTER.test(metric) ? -1 : 1;
  return (row) => {
    const measures = measuresOf(row);
    return names.every((name) => typeof measures[name] === 'number')
      ? sign * evaluate((name) => measures[name] as number)
      : null;
  };
}

export type Verdict = 'holds' | 'noise' | 'overfits' | 'nothing better';

export type TuneResult = {
  readonly metric: string;
  readonly questions: { readonly search: number; readonly heldOut: number };
  readonly trials: readonly Trial[];
  /** The best of the search half on the other half; `null` where none is better. */
  readonly heldOut: PairedTest | null;
  readonly verdict: Verdict;
};

const SIGNIFICANT = 0.05;

/**
 * holds: on the other half the whole interval is above 0 and the test is below 0.05. overfits: what looked like more
 * than chance on the search half, corrected for all that was tried, is no gain on the other. Everything between is
 * noise.
 */
export function verdictOf(best: Trial | undefined, heldOut: PairedTest | null): Verdict {
  if (!best || best.difference <= 0 || !heldOut) return 'nothing better';
  if (heldOut.low > 0 && heldOut.p < SIGNIFICANT) return 'holds';
  return best.pHolm < SIGNIFICANT && heldOut.difference <= best.difference / 2 ? 'overfits' : 'noise';
}
