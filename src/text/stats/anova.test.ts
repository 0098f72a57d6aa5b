import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AnovaTable, anova, type SquaresType } from './anova.js';

/** Rows of "a b y". */
function run(rows: readonly string[], model: string, type?: SquaresType): AnovaTable {
  const cells = rows.map((row) => row.split(' '));
  return anova({
    model,
    response: cells.map((row) => Number(row.at(-1))),
    factor: (name) => cells.map((row) => row['abc'.indexOf(name)] as string),
    ...(type && { type }),
  });
}

const row = ({ rows }: AnovaTable, term: string) => rows.find((one) => one.term === term)!;

test('one factor by hand: groups 1 2 3 and 3 4 5 lie 6 apart in squares, with 4 left inside them', () => {
  const table = run(['x 1', 'x 2', 'x 3', 'y 3', 'y 4', 'y 5'], 'a');
  expect(row(table, 'a')).toMatchObject({
    df: 1,
    ss: expect.closeTo(6, 10),
    f: expect.closeTo(6, 10),
    p: expect.closeTo(0.070484, 5),
  });
  expect(table.residual).toMatchObject({ df: 4, ss: expect.closeTo(4, 10) });
  expect(row(table, 'a').omega2).toBeCloseTo(5 / (5 + 4 + 1 + 1), 10);
  expect(row(table, 'a').omega2N).toBeCloseTo(5 / (5 + 6), 10);
});

const BALANCED = ['x p 1', 'x p 2', 'x q 3', 'x q 5', 'y p 2', 'y p 4', 'y q 9', 'y q 8'];

test('in a balanced design the three types agree', () => {
  const [first, second, third] = ([1, 2, 3] as const).map((type) => run(BALANCED, 'a*b', type));
  for (const term of ['a', 'b', 'a:b']) {
    expect(row(second!, term).ss).toBeCloseTo(row(first!, term).ss, 10);
    expect(row(third!, term).ss).toBeCloseTo(row(first!, term).ss, 10);
  }
});

test('in an unbalanced design the types differ as their definitions say', () => {
  const rows = ['x p 1', 'x q 3', 'x q 5', 'y p 2', 'y p 4', 'y p 3', 'y q 9'];
  const residual = (model: string) => run(rows, model).residual.ss;
  const [first, second, third] = ([1, 2, 3] as const).map((type) => run(rows, 'a*b', type));
  const mean = 27 / 7;
  const total = [1, 3, 5, 2, 4, 3, 9].reduce((sum, value) => sum + (value - mean) ** 2, 0);
  expect(row(first!, 'a').ss).toBeCloseTo(total - residual('a'), 10);
  expect(row(first!, 'b').ss).toBeCloseTo(residual('a') - residual('a + b'), 10);
  expect(row(second!, 'a').ss).toBeCloseTo(residual('b') - residual('a + b'), 10);
  expect(row(second!, 'b').ss).toBeCloseTo(residual('a') - residual('a + b'), 10);
  expect(row(third!, 'a:b').ss).toBeCloseTo(row(second!, 'a:b').ss, 10);
  // Type III compares unweighted means of cells: (1 + 4)/2 against (3 + 9)/2.
  const gap = (1 + 4) / 2 - (3 + 9) / 2;
  expect(row(third!, 'a').ss).toBeCloseTo(gap ** 2 / ((1 + 1 / 2 + 1 / 3 + 1) / 4), 10);
});

test('what cannot be told is refused with what to do, not computed', () => {
  expect(() => run(['x 1', 'x 2', 'x 3'], 'a')).toThrow(/"a" has one value only.*Leave it out/s);
  expect(() => run(['x p 1', 'x p 2', 'y q 3', 'y q 4'], 'a + b')).toThrow(/cannot be told apart/);
  expect(() => run(['x p 1', 'x q 2', 'y p 3', 'y q 4'], 'a*b')).toThrow(/nothing is left to measure noise/);
  expect(() => run(['x p 1', 'x p 2', 'x q 2', 'y p 3', 'y p 4', 'z q 1', 'z q 2'], 'a*b', 3)).toThrow(
    /type III.*Use type II/s,
  );
});

test('a term whose cells are partly empty keeps the degrees of freedom that are left', () => {
  const table = run(['x p 1', 'x p 2', 'x q 2', 'x q 4', 'y p 3', 'y p 4', 'y q 6', 'y q 6', 'z q 1', 'z q 2'], 'a*b');
  expect(row(table, 'a:b').df).toBe(1);
  expect(table.residual.df).toBe(5);
});

test('a difference beyond doubt has a p-value that is small and not zero', () => {
  const rows = Array.from({ length: 400 }, (_, at) => `${at % 2 ? 'x' : 'y'} ${(at % 2) * 1e6 + (at % 5) * 1e-3}`);
  const { p, log10p } = row(run(rows, 'a'), 'a');
  expect(p).toBeGreaterThan(0);
  expect(log10p).toBeLessThan(-1000);
});

type ReferenceRows = Readonly<
  Record<string, { readonly ss: number; readonly df: number; readonly f?: number; readonly p?: number }>
>;

test('statsmodels agrees to 1e-6 on three factors that are unbalanced, all three types', () => {
  const file = 'test/fixtures/oracles/anova.json';
  const { rows, types } = JSON.parse(readFileSync(file, 'utf8')) as {
    rows: string[];
    types: Record<SquaresType, ReferenceRows>;
  };
  const close = (own: number, other: number) => expect(Math.abs(own / other - 1)).toBeLessThan(1e-6);
  for (const type of [1, 2, 3] as const) {
    const { Residual: left, ...terms } = types[type];
    const table = run(rows, 'a*b*c', type);
    expect(table.rows.map(({ term }) => term).sort()).toEqual(Object.keys(terms).sort());
    expect(table.residual.df).toBe(left?.df);
    close(table.residual.ss, left?.ss as number);
    for (const [term, { ss, df, f, p }] of Object.entries(terms)) {
      const own = row(table, term);
      expect(own.df).toBe(df);
      close(own.ss, ss);
      close(own.f, f as number);
      close(own.p, p as number);
    }
  }
});

type Oracle = Record<
  string,
  Record<string, { sum_sq: number; df: number; F: number | null; 'PR(>F)': number | null }>
> & {
  columns: Record<string, string>;
  paper_table2: Record<string, (number | string | null)[]>;
};

const data = process.env.WINNOW_DATA;
describe.skipIf(!data)("the G-RAG authors' public scores", () => {
  const read = (name: string) => readFileSync(`${data}/grag-anova/${name}`, 'utf8');
  const oracle = data ? (JSON.parse(read('statsmodels_oracle.json')) as Oracle) : ({} as Oracle);
  const [header = [], ...cells] = data
    ? read('factor_analysis_average_scores.csv')
        .trim()
        .split('\n')
        .map((line) => line.trim().split(','))
    : [];
  const column = (name: string) => cells.map((row) => row[header.indexOf(name)] as string);
  const scores = (name: string) => column(name).map(Number);
  const factor = (name: string) => column(oracle.columns[name] as string);
  const model = 'QA*CW*AP + QV*K*R';
  const plain = (term: string) => term.replace(/C\((\w+)\)/g, '$1');

  test.each(['relevance_score', 'faithfulness_score'])('%s: statsmodels agrees to 1e-6, all three types', (score) => {
    for (const type of [1, 2, 3] as const) {
      const { rows, residual } = anova({ model, response: scores(score), factor, type });
      const expected = Object.entries(oracle[`${score}_type${type}`]!);
      expect(rows.length).toBe(14);
      for (const [name, { sum_sq, df, F, 'PR(>F)': p }] of expected) {
        if (name === 'Intercept') continue;
        if (name === 'Residual') {
          expect(Math.abs(residual.ss / sum_sq - 1)).toBeLessThan(1e-6);
          expect(residual.df).toBe(df);
          continue;
        }
        const own = rows.find(({ term }) => term === plain(name))!;
        expect(own.df).toBe(df);
        expect(Math.abs(own.ss / sum_sq - 1)).toBeLessThan(1e-6);
        expect(Math.abs(own.f / (F as number) - 1)).toBeLessThan(1e-6);
        expect(Math.abs(own.p / (p as number) - 1)).toBeLessThan(1e-6);
      }
    }
  });

  test('Table 2 of the paper, to every printed decimal', () => {
    const [relevance, faithfulness] = [scores('relevance_score'), scores('faithfulness_score')];
    const response = relevance.map((value, at) => 0.6 * value + 0.4 * (faithfulness[at] as number));
    const { rows, residual } = anova({ model, response, factor });
    for (const [name, [ss, df, ms, f, p, omega]] of Object.entries(oracle.paper_table2)) {
      if (name === 'Residual') {
        expect([residual.ss.toFixed(4), residual.df, residual.ms.toFixed(4)]).toEqual([
          (ss as number).toFixed(4),
          df,
          (ms as number).toFixed(4),
        ]);
        continue;
      }
      const own = rows.find(({ term }) => term === plain(name))!;
      const printed = [own.ss, own.ms, own.f, own.omega2].map((value) => value.toFixed(4).replace('-0.0000', '0.0000'));
      expect([name, own.df, ...printed]).toEqual([
        name,
        df,
        ...[ss, ms, f, omega].map((value) => (value as number).toFixed(4)),
      ]);
      if (p === '<0.0001') expect(own.p).toBeLessThan(0.0001);
      else expect(own.p.toFixed(4)).toBe((p as number).toFixed(4));
    }
  });
});
