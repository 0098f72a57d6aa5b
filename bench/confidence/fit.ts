/** Fits the confidence model: logistic regression on standardised signals, with a little ridge, by Newton's method. */
import type { ConfidenceModel, SignalName, SignalWeight } from '../../src/text/confidence.js';
import { confidenceOf } from '../../src/text/confidence.js';
import type { GradedRow, Row } from './figures.js';

export const SIGNALS: readonly SignalName[] = ['focus', 'reading', 'meaning', 'supported'];

/** One unit of ridge on standardised weights: a prior worth about one answer. */
const RIDGE = 1;
const ROUNDS = 25;
const FOLDS = 10;

export function fitModel(all: readonly Row[], names: readonly SignalName[] = SIGNALS): ConfidenceModel {
  const rows = all.filter(({ right }) => right !== null);
  const scales = names.map((name) => scaleOf(rows.map(({ signals }) => signals[name])));
  const inputs = rows.map(({ signals }) => [
    1,
    ...names.map((name, at) => ((signals[name] ?? scales[at]!.mean) - scales[at]!.mean) / scales[at]!.deviation),
  ]);
  const weights = newton(
    inputs,
    rows.map(({ right }) => Number(right)),
  );
  const signals = Object.fromEntries(
    names.map((name, at): [string, SignalWeight] => [name, { ...scales[at]!, weight: rounded(weights[at + 1]!) }]),
  ) as ConfidenceModel['signals'];
  return { bias: rounded(weights[0]!), signals };
}

/** Every answer judged by a model that never saw its question. */
export function crossValidated(all: readonly Row[], names: readonly SignalName[] = SIGNALS): GradedRow[] {
  const ids = [...new Set(all.map(({ id }) => id))];
  const foldOf = new Map(ids.map((id, at) => [id, at % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const model = fitModel(
      all.filter(({ id }) => foldOf.get(id) !== fold),
      names,
    );
    return all
      .filter(({ id }) => foldOf.get(id) === fold)
      .map((row) => ({ ...row, confidence: confidenceOf(row.signals, model) }));
  });
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function scaleOf(values: readonly (number | null)[]): { mean: number; deviation: number } {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, known.length);
  return { mean: rounded(mean), deviation: rounded(Math.sqrt(variance)) || 1 };
}

/** `counts` says how much each input counts; alike where left out. */
export function newton(
  inputs: readonly (readonly number[])[],
  targets: readonly number[],
  counts?: readonly number[],
): number[] {
  const size = inputs[0]?.length ?? 0;
  let weights = Array.from({ length: size }, () => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : -RIDGE * weight));
    const curve = weights.map((_, row) =>
      weights.map((__, column) => (row === column ? (row === 0 ? 1e-9 : RIDGE) : 0)),
    );
    for (const [at, input] of inputs.entries()) {
      const odds = 1 / (1 + Math.exp(-input.reduce((sum, value, place) => sum + value * weights[place]!, 0)));
      const count = counts?.[at] ?? 1;
      for (let row = 0; row < size; row += 1) {
        slope[row]! += count * (targets[at]! - odds) * input[row]!;
        for (let column = 0; column < size; column += 1)
          curve[row]![column]! += count * odds * (1 - odds) * input[row]! * input[column]!;
      }
    }
    const step = solve(curve, slope);
    weights = weights.map((weight, at) => weight + step[at]!);
  }
  return weights;
}

/** Gauss and Jordan; the matrix is positive definite, so no pivot is 0. */
function solve(matrix: readonly (readonly number[])[], target: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, target[at]!]);
  for (const [at, pivot] of rows.entries()) {
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const factor = row[at]! / pivot[at]!;
      for (let column = at; column < row.length; column += 1) row[column]! -= factor * pivot[column]!;
    }
  }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}
