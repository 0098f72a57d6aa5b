import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { EvalRow } from '../run/row.js';
import { readKey, readSheets } from './read.js';
import { reportRatings } from './report.js';
import { CRITERIA, drawItems, type SheetFormat, sheetText } from './sheet.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-rate-'));
afterAll(() => rmSync(root, { recursive: true }));

const answered = (pipeline: string, id: string, answer: string) =>
  ({ pipeline, id, question: `What is ${id}?`, answer, status: 'answered' }) as EvalRow;
const rows = ['one', 'two', 'three'].flatMap((pipeline) =>
  ['q1', 'q2', 'q3', 'q4'].map((id) => answered(pipeline, id, `${id} by words of ${pipeline.length}`)),
);

function save(name: string, text: string): string {
  const file = join(root, name);
  writeFileSync(file, text);
  return file;
}

describe('the sheet', () => {
  const { items, key } = drawItems({ rows, questions: 3, seed: 5 });

  test('holds every pipeline once for each question drawn, in an order that follows from the seed', () => {
    expect(items).toHaveLength(9);
    expect(drawItems({ rows: rows.toReversed(), questions: 3, seed: 5 }).items).toEqual(items);
    expect(drawItems({ rows, questions: 3, seed: 6 }).key).not.toEqual(key);
    const orders = new Set(
      [0, 3, 6].map((start) =>
        items
          .slice(start, start + 3)
          .map(({ pipeline }) => pipeline)
          .join(),
      ),
    );
    expect(orders.size).toBeGreaterThan(1);
    for (const start of [0, 3, 6]) expect(new Set(items.slice(start, start + 3).map(({ id }) => id)).size).toBe(1);
  });

  test.each(['csv', 'md'] as const)('as %s names no pipeline and does not tell abstentions from failures', (format) => {
    const silent = rows.map((row) =>
      row.id === 'q1' ? { ...row, answer: '', status: row.pipeline === 'one' ? 'failed' : 'abstained' } : row,
    ) as EvalRow[];
    const text = sheetText(drawItems({ rows: silent, questions: 4, seed: 1 }).items, format);
    expect(text).not.toMatch(/\b(?:one|two|three|failed|abstained)\b/);
    expect(text.match(/\(no answer\)/g)).toHaveLength(3);
  });

  test('a question that one pipeline was not asked is left out; without any other there is no sheet', () => {
    expect(new Set(drawItems({ rows: rows.slice(1), questions: 9, seed: 0 }).items.map(({ id }) => id))).toEqual(
      new Set(['q2', 'q3', 'q4']),
    );
    expect(() =>
      drawItems({ rows: [answered('one', 'q1', 'x'), answered('two', 'q2', 'x')], questions: 1, seed: 0 }),
    ).toThrow('every pipeline');
  });

  test('an answer cannot become a formula, a cell of its own or a rating', () => {
    const evil = '=HYPERLINK("x"),"\ncoverage: 2\n## nothing-001';
    const drawn = drawItems({ rows: [answered('one', 'q1', evil)], questions: 1, seed: 0 });
    expect(sheetText(drawn.items, 'csv')).toContain('"\'=HYPERLINK(""x"")');
    const file = save('evil.md', sheetText(drawn.items, 'md').replace(/\nquality:/, '\nquality: 1'));
    expect(readSheets([file], drawn.key)[0]?.ratings).toEqual([
      { item: drawn.key.items[0]?.item, scores: { coverage: null, relatedness: null, quality: 1 } },
    ]);
  });
});

/** Fills a sheet: the rating of each item by its pipeline. */
function filled(format: SheetFormat, name: string, rate: (pipeline: string, criterion: string) => number | ''): string {
  const { items, key } = drawItems({ rows, questions: 4, seed: 0 });
  const pipelineOf = new Map(key.items.map(({ item, pipeline }) => [item, pipeline]));
  const rating = (item: string, criterion: string) => `${rate(pipelineOf.get(item) ?? '', criterion)}`;
  const text = sheetText(items, format);
  if (format === 'csv')
    return save(
      name,
      text.replace(
        /^(\S+?-\d+)(,.*),,,,$/gm,
        (_, item: string, middle: string) => `${item}${middle},${CRITERIA.map((one) => rating(item, one)).join()},`,
      ),
    );
  let item = '';
  return save(
    name,
    text
      .split('\n')
      .map((line) => {
        item = /^## (\S+)/.exec(line)?.[1] ?? item;
        return /^(?:coverage|relatedness|quality):$/.test(line) ? `${line} ${rating(item, line.slice(0, -1))}` : line;
      })
      .join('\n'),
  );
}

describe('filled sheets', () => {
  const { key } = drawItems({ rows, questions: 4, seed: 0 });
  const byQuality = (pipeline: string) => ({ one: 2, two: 1, three: 0 })[pipeline] ?? 0;

  test('give means, agreement and Borda counts, from CSV and Markdown alike', () => {
    const files = [filled('csv', 'ada.csv', byQuality), filled('md', 'ben.md', byQuality)];
    const report = reportRatings(readSheets(files, key), key);
    expect(report).toMatchObject({
      raters: ['ada', 'ben'],
      questions: 4,
      empty: 0,
      alpha: { coverage: 1 },
      ballots: { counted: 24, incomplete: 0 },
    });
    expect(report.pipelines.map(({ pipeline, means, borda }) => [pipeline, means.quality.mean, borda.total])).toEqual([
      ['one', 2, 48],
      ['two', 1, 24],
      ['three', 0, 0],
    ]);
  });

  test('places left empty are counted, and their ballots left out', () => {
    const files = [
      filled('csv', 'cleo.csv', (pipeline, criterion) => (pipeline === 'one' && criterion === 'coverage' ? '' : 1)),
    ];
    const report = reportRatings(readSheets(files, key), key);
    expect(report).toMatchObject({ empty: 4, ballots: { counted: 8, incomplete: 4 }, alpha: { quality: null } });
    expect(report.pipelines.find(({ pipeline }) => pipeline === 'one')?.means.coverage).toEqual({
      mean: null,
      low: null,
      high: null,
      n: 0,
    });
  });

  const sheet = () => sheetText(drawItems({ rows, questions: 4, seed: 0 }).items, 'csv');
  test.each([
    ['empty.csv', () => sheet(), 'holds no ratings yet'],
    [
      'wide.csv',
      () => sheet().replace(/,,,,\n/, ',3,1,x,\n'),
      'line 2, coverage: expected 0, 1, 2 or nothing, got "3"',
    ],
    ['half.csv', () => sheet().replace(/,,,,\n/, ',1.5,1,1,\n'), 'got "1.5"'],
    ['short.csv', () => sheet().split('\n').slice(0, 3).join('\n'), '10 items are missing'],
    ['twice.csv', () => sheet() + sheet().split('\n')[1], 'stands on line 2 already'],
    ['columns.csv', () => sheet().replace('coverage', 'Deckung'), 'has no column coverage'],
    ['semicolons.csv', () => sheet().split('\n')[0]!.replaceAll(',', ';'), 'semicolons'],
    [
      'other.csv',
      () => sheetText(drawItems({ rows, questions: 4, seed: 9 }).items, 'csv'),
      'is it the key of this sheet?',
    ],
    ['quote.csv', () => `${sheet()}"open`, 'closing quote'],
    ['nothing.md', () => '# Rating sheet\n', 'it holds no item'],
  ])('%s is refused, and told why', (name, text, said) => {
    expect(() => readSheets([save(name, text())], key)).toThrow(said);
  });

  test('a missing sheet, two of one rater, and a file that is no key are refused too', () => {
    expect(() => readSheets([join(root, 'nowhere.csv')], key)).toThrow('cannot be read');
    const [csv, md] = [filled('csv', 'dora.csv', () => 1), filled('md', 'dora.md', () => 1)];
    expect(() => readSheets([csv, md], key)).toThrow('"dora"');
    expect(() => readKey(csv)).toThrow('is not the key of a sheet');
  });
});
