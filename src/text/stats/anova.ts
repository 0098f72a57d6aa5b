/**
 * N-way analysis of variance by least squares, as G-RAG explains its Grid of Points (section 3.3). Factors are coded as
 * deviations from their mean (sum to zero), so that type III tests what it is meant to test in unbalanced designs too.
 */
import { usageError } from '../../core/errors.js';
import { logUpperTailOfF } from './f-distribution.js';
import { type Columns, type Fit, fitted, reduce } from './least-squares.js';
import { parseModel, type Term, termName } from './model-formula.js';

/** I: each term beside those before it; II: beside all that do not contain it; III: beside all others. */
export type SquaresType = 1 | 2 | 3;

export type AnovaRow = {
  readonly term: string;
  readonly ss: number;
  readonly df: number;
  readonly ms: number;
  readonly f: number;
  /** Never 0: where it is smaller than any number, the smallest number, and `log10p` says how small. */
  readonly p: number;
  readonly log10p: number;
  /** Partial omega squared as the paper prints it: df (F - 1) / (df (F - 1) + df of the residual + df + 1). */
  readonly omega2: number;
  /** The textbook's, with the number of observations: df (F - 1) / (df (F - 1) + n). */
  readonly omega2N: number;
};

export type AnovaTable = {
  readonly rows: readonly AnovaRow[];
  readonly residual: { readonly ss: number; readonly df: number; readonly ms: number };
  readonly n: number;
};

export type AnovaInput = {
  readonly model: string;
  readonly response: readonly number[];
  /** The values of a factor, one per observation. */
  readonly factor: (name: string) => readonly string[];
  readonly type?: SquaresType;
};

export function anova({ model, response, factor, type = 2 }: AnovaInput): AnovaTable {
  const terms = parseModel(model);
  const design = designOf(terms, { factor, n: response.length });
  const reduced = reduce(design.columns, Float64Array.from(response));
  const fitOf = (chosen: readonly Term[]): Fit =>
    fitted(reduced, [0, ...chosen.flatMap((term) => design.places.get(term)!)]);
  const whole = fitOf(terms);
  const residual = residualOf(whole, response);
  if (type === 3) refuseEmptyCells(whole, design.columns.length);
  const tests = terms.map((term, at) => ({ term, ...added(term, besides(type, terms, at), fitOf) }));
  refuseAliased(tests);
  return { rows: tests.map((test) => rowOf(test, residual, response.length)), residual, n: response.length };
}

type Design = { readonly columns: Columns; readonly places: ReadonlyMap<Term, readonly number[]> };

/** The mean, then the columns of each term: products of its factors' columns. */
function designOf(terms: readonly Term[], { factor, n }: { factor: AnovaInput['factor']; n: number }): Design {
  const coded = new Map([...new Set(terms.flat())].map((name) => [name, deviations(name, factor(name))]));
  const columns: Float64Array[] = [new Float64Array(n).fill(1)];
  const places = new Map<Term, number[]>();
  for (const term of terms) {
    const own = term.map((name) => coded.get(name)!).reduce(products);
    places.set(
      term,
      own.map((column) => columns.push(column) - 1),
    );
  }
  return { columns, places };
}

function deviations(name: string, values: readonly string[]): Float64Array[] {
  const levels = [...new Set(values)].sort();
  if (levels.length < 2)
    throw usageError(
      `The column "${name}" has one value only ("${levels[0] ?? ''}"), so it explains nothing. Leave it out of the model.`,
    );
  const last = levels.at(-1);
  return levels
    .slice(0, -1)
    .map((level) => Float64Array.from(values, (value) => (value === level ? 1 : value === last ? -1 : 0)));
}

function products(left: readonly Float64Array[], right: readonly Float64Array[]): Float64Array[] {
  return left.flatMap((one) => right.map((other) => one.map((value, row) => value * other[row]!)));
}

/** The terms in whose company a term is tested. */
function besides(type: SquaresType, terms: readonly Term[], at: number): Term[] {
  const own = terms[at]!;
  if (type === 1) return terms.slice(0, at);
  const contains = (other: Term) => own.every((name) => other.includes(name));
  return terms.filter((other) => (type === 3 ? other !== own : !contains(other)));
}

type TestedTerm = { readonly term: Term; readonly ss: number; readonly df: number };

function added(term: Term, others: readonly Term[], fitOf: (chosen: readonly Term[]) => Fit): Omit<TestedTerm, 'term'> {
  const [without, having] = [fitOf(others), fitOf([...others, term])];
  return { ss: Math.max(0, without.residualSquares - having.residualSquares), df: having.rank - without.rank };
}

function residualOf({ residualSquares, rank }: Fit, { length }: readonly number[]): AnovaTable['residual'] {
  const df = length - rank;
  if (df <= 0)
    throw usageError(
      `The model has ${rank} parameters for ${length} observations, so nothing is left to measure noise by. Leave interactions out, or score more often.`,
    );
  return { ss: residualSquares, df, ms: residualSquares / df };
}

function refuseAliased(tests: readonly TestedTerm[]): void {
  const aliased = tests.filter(({ df }) => df === 0).map(({ term }) => termName(term));
  if (aliased.length === 0) return;
  throw usageError(
    `${aliased.join(', ')} cannot be told apart from the other terms: the design never varies it by itself. Leave it out of the model, or score the missing combinations.`,
  );
}

function refuseEmptyCells({ rank }: Fit, columns: number): void {
  if (rank === columns) return;
  throw usageError(
    'Some combinations of the factors were never scored, and then type III tests nothing definite. Use type II, or score them.',
  );
}

function rowOf({ term, ss, df }: TestedTerm, residual: AnovaTable['residual'], n: number): AnovaRow {
  const ms = ss / df;
  const f = ms / residual.ms;
  const logP = logUpperTailOfF(f, { between: df, within: residual.df });
  const gain = df * (f - 1);
  return {
    term: termName(term),
    ss,
    df,
    ms,
    f,
    p: Math.max(Math.exp(logP), Number.MIN_VALUE),
    log10p: logP / Math.LN10,
    omega2: gain / (gain + residual.df + df + 1),
    omega2N: gain / (gain + n),
  };
}
