/** Every pipeline against one of them, question by question. */
import { holm, type PairedTest, pairedTest } from '../../../text/stats/paired.js';
import { intervalChart } from '../charts/intervals.js';
import { type Column, numbered, type ReportData } from '../data.js';
import { figure, probability, signed } from '../figures.js';
import { html, type Part } from '../html.js';
import type { Links } from '../links.js';
import { charted, columnName, emphasised, note, type Section, table } from './parts.js';

/** Beside the main score, as far as there are. */
const COMPARED = ['squad.f1', 'citation.anyGold', 'abstention.wrong'];

type TestedPair = { readonly column: Column; readonly metric: string; readonly test: PairedTest };

export function differencesSection(data: ReportData, links: Links): Section | undefined {
  const { columns, baseline, metrics, main } = data;
  const base = columns[baseline] as Column;
  const others = columns.filter(({ at }) => at !== baseline);
  const names = [main, ...COMPARED.filter((name) => metrics.includes(name) && name !== main)];
  const tests = names.flatMap((metric) => others.flatMap((column) => testedPair(base, column, metric)));
  if (tests.length === 0) return undefined;
  const corrected = holm(tests.map(({ test }) => test.p));
  const body = [
    differenceChart(
      tests.filter(({ metric }) => metric === main),
      { base, links, main },
    ),
    table({
      caption: `Differences from ${numbered(base)}`,
      head: ['', 'score', numbered(base), 'this', 'difference [95 %]', 'wins', 'ties', 'losses', 'p', 'p (Holm)'],
      rows: tests.map((tested, at) => testRow(tested, { base, links, pHolm: corrected[at] as number })),
    }),
    note(
      `Paired bootstrap intervals and two-sided permutation tests on the questions both have; Holm over the ${tests.length} tests of this table. Wins are questions on which the pipeline of the line scores higher (for abstention.wrong less is better).`,
    ),
  ];
  return { id: 'differences', title: 'Differences', body };
}

function testedPair(base: Column, column: Column, metric: string): TestedPair[] {
  const own = new Map(base.rows.map(({ question, measures }) => [question, measures[metric]]));
  const pairs = column.rows.flatMap(({ question, measures }) => {
    const [first, second] = [own.get(question), measures[metric]];
    return typeof first === 'number' && typeof second === 'number' ? [[first, second] as const] : [];
  });
  return pairs.length > 0 ? [{ column, metric, test: pairedTest(pairs) }] : [];
}

function differenceChart(
  tests: readonly TestedPair[],
  { base, links, main }: { base: Column; links: Links; main: string },
): Part {
  const { shown, left } = charted(tests.map(({ column }) => column));
  const lines = tests.slice(0, shown.length).map(({ column, test: { difference, low, high } }) => ({
    label: numbered(column),
    mean: difference,
    low,
    high,
    series: column.at,
    target: links.to({ columns: [base.at, column.at], metric: main }),
  }));
  const title = `${main}: difference from ${numbered(base)}, with 95 % interval`;
  const chart = intervalChart({ title, axis: 'difference', lines, reference: 0 });
  return [html`<figure><figcaption>${title}</figcaption>${chart}</figure>`, left];
}

type RowParts = { readonly base: Column; readonly links: Links; readonly pHolm: number };

function testRow({ column, metric, test }: TestedPair, { base, links, pHolm }: RowParts): Part[] {
  const columns = [base.at, column.at];
  const counted = (count: number, compared: -1 | 0 | 1) => links.figure(String(count), { columns, metric, compared });
  return [
    columnName(column),
    metric,
    links.figure(figure(test.first), { columns: [base.at], metric }),
    links.figure(figure(test.second), { columns: [column.at], metric }),
    [
      links.figure(signed(test.difference), { columns, metric }),
      html` <small>[${signed(test.low)}, ${signed(test.high)}]</small>`,
    ],
    counted(test.wins, 1),
    counted(test.ties, 0),
    counted(test.losses, -1),
    links.figure(probability(test.p), { columns, metric }),
    emphasised(links.figure(probability(pHolm), { columns, metric }), pHolm < 0.05),
  ];
}
