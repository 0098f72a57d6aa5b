/**
 * BERTScore (Zhang et al., arXiv:1904.09675) over token vectors, as PyPI's bert-score 0.3.13 computes it. Each token is
 * matched with the most like one of the other text; marks such as [CLS] may be matched but do not count themselves. The
 * vectors come from providers/local/token-encoder.ts.
 */

/** The tokens of a text: one row of values per token, one after another in `vectors`. */
export type TokenVectors = {
  readonly ids: readonly number[];
  readonly vectors: Float32Array;
  /** True for the marks that the tokenizer adds. */
  readonly special: readonly boolean[];
};

export type TokenWeight = (id: number) => number;

export type BertScore = { readonly precision: number; readonly recall: number; readonly f: number };

export const NO_MATCH: BertScore = { precision: 0, recall: 0, f: 0 };

const EQUAL: TokenWeight = () => 1;

/** A text without tokens scores 0. */
export function bertScore(candidate: TokenVectors, reference: TokenVectors, weightOf: TokenWeight = EQUAL): BertScore {
  if (isEmpty(candidate) || isEmpty(reference)) return NO_MATCH;
  const { byRow, byColumn } = bestMatches(unitRows(candidate), unitRows(reference));
  const precision = weightedMean(byRow, weightsOf(candidate, weightOf));
  const recall = weightedMean(byColumn, weightsOf(reference, weightOf));
  return { precision, recall, f: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0 };
}

/** With several references the best of each figure, as bert-score takes it; `null` without any. */
export function bestBertScore(scores: readonly BertScore[]): BertScore | null {
  if (scores.length === 0) return null;
  const most = (of: (score: BertScore) => number) => Math.max(...scores.map(of));
  return { precision: most(({ precision }) => precision), recall: most(({ recall }) => recall), f: most(({ f }) => f) };
}

/**
 * Tokens weighed by how few of the references they occur in: ln((n + 1) / (n with it + 1)). The marks, which all have,
 * weigh nothing.
 */
export function idfWeights(references: readonly (readonly number[])[]): TokenWeight {
  const counts = new Map<number, number>();
  for (const ids of references) for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return (id) => Math.log((references.length + 1) / ((counts.get(id) ?? 0) + 1));
}

/**
 * (score - baseline) / (1 - baseline): spreads scores that lie close together over most of 0 to 1; below 0 is possible.
 */
export function rescaled(score: BertScore, baseline: BertScore): BertScore {
  const spread = (value: number, base: number) => (value - base) / (1 - base);
  return {
    precision: spread(score.precision, baseline.precision),
    recall: spread(score.recall, baseline.recall),
    f: spread(score.f, baseline.f),
  };
}

/**
 * bert-score's baseline files: the header "LAYER,P,R,F", then a line per layer. `undefined` when the layer has no line;
 * a file of one line needs no layer.
 */
export function readBaseline(csv: string, layer: number | undefined): BertScore | undefined {
  const lines = csv
    .split(/\r?\n/)
    .slice(1)
    .map((line) => (line.trim() === '' ? [] : line.split(',').map(Number)));
  const rows = lines.filter((cells) => cells.length === 4 && cells.every(Number.isFinite));
  const found = rows.length === 1 && layer === undefined ? rows[0] : rows.find(([own]) => own === layer);
  const [, precision, recall, f] = found ?? [];
  return precision === undefined || recall === undefined || f === undefined ? undefined : { precision, recall, f };
}

function isEmpty({ special }: TokenVectors): boolean {
  return special.every(Boolean);
}

type Rows = { readonly values: Float32Array; readonly count: number; readonly width: number };

function unitRows({ ids, vectors }: TokenVectors): Rows {
  const width = vectors.length / ids.length;
  const values = new Float32Array(vectors.length);
  for (let row = 0; row < ids.length; row += 1) {
    let squares = 0;
    for (let at = row * width; at < (row + 1) * width; at += 1) squares += (vectors[at] as number) ** 2;
    const length = Math.sqrt(squares) || 1;
    for (let at = row * width; at < (row + 1) * width; at += 1) values[at] = (vectors[at] as number) / length;
  }
  return { values, count: ids.length, width };
}

/** The highest cosine of each token of either side. */
function bestMatches(left: Rows, right: Rows): { readonly byRow: Float64Array; readonly byColumn: Float64Array } {
  const byRow = new Float64Array(left.count).fill(Number.NEGATIVE_INFINITY);
  const byColumn = new Float64Array(right.count).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0; row < left.count; row += 1) {
    for (let column = 0; column < right.count; column += 1) {
      const cosine = dotOf(left, right, [row * left.width, column * right.width]);
      if (cosine > (byRow[row] as number)) byRow[row] = cosine;
      if (cosine > (byColumn[column] as number)) byColumn[column] = cosine;
    }
  }
  return { byRow, byColumn };
}

function dotOf({ values: left, width }: Rows, { values: right }: Rows, [from, to]: readonly [number, number]): number {
  let sum = 0;
  for (let at = 0; at < width; at += 1) sum += (left[from + at] as number) * (right[to + at] as number);
  return sum;
}

function weightsOf({ ids, special }: TokenVectors, weightOf: TokenWeight): number[] {
  return ids.map((id, at) => (special[at] ? 0 : weightOf(id)));
}

/** 0 where nothing weighs anything: every token is in every reference. */
function weightedMean(values: Float64Array, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? weights.reduce((sum, weight, at) => sum + weight * (values[at] as number), 0) / total : 0;
}
