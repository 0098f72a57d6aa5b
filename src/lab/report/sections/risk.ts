/**
 * How far the confidence can be trusted: how often answers are wrong when only the surest are given, and how often they
 * are right per bin.
 */
import { calibration, type GradedAnswer, riskCoverage } from '../../../text/stats/calibration.js';
import { type LinePoint, lineChart } from '../charts/lines.js';
import { type Column, judgedAnswer, numbered, type ReportData } from '../data.js';
import { figure, percent } from '../figures.js';
import { html, type Part } from '../html.js';
import type { Links } from '../links.js';
import { charted, columnName, folded, note, type Section, table } from './parts.js';

type RiskCurve = {
  readonly column: Column;
  readonly items: readonly GradedAnswer[];
  readonly curve: ReturnType<typeof riskCoverage>;
};

export function riskSection({ columns }: ReportData, links: Links): Section {
  const title = 'Risk and coverage';
  const judged = columns.map((column) => ({ column, items: itemsOf(column) })).filter(({ items }) => items.length > 0);
  if (judged.length === 0)
    return {
      id: 'risk',
      title,
      body: note('The rows of this run carry no confidence, or no gold answers to judge it by, so there is no curve.'),
    };
  const curves = judged.map(({ column, items }) => ({ column, items, curve: riskCoverage(items) }));
  const body = [
    curveChart(curves, links),
    coverageTable(curves, links),
    folded(
      'Confidence against the share that is right, by bin',
      curves.map((one) => binTable(one, links)),
    ),
  ];
  return { id: 'risk', title, body };
}

function itemsOf({ rows }: Column): GradedAnswer[] {
  return rows.flatMap((row) => judgedAnswer(row) ?? []);
}

/** A line needs no more points than this, and so many of them are links. */
const [DRAWN, LINKED] = [150, 15];

function curveChart(curves: readonly RiskCurve[], links: Links): Part {
  const { shown, left } = charted(curves.map(({ column }) => column));
  const lines = curves.slice(0, shown.length).map(({ column, curve: { points } }) => ({
    name: numbered(column),
    series: column.at,
    points: thinned(points).map(({ coverage, risk, threshold }, at, all): LinePoint => {
      const place = { x: coverage, y: risk };
      if (at % Math.ceil(all.length / LINKED) !== 0 && at !== all.length - 1) return place;
      const said = `${numbered(column)}: confidence from ${figure(threshold)}: ${percent(coverage)} of the answers, ${percent(risk)} of them wrong`;
      return {
        ...place,
        title: said,
        target: links.to({ columns: [column.at], metric: 'confidence', from: threshold, tag: 'answer: judged' }),
      };
    }),
  }));
  const title = 'Share of wrong answers when only the surest are given';
  const chart = lineChart({
    title,
    x: { label: 'coverage (share of the answers given)', span: [0, 1] },
    y: { label: 'risk (share of them wrong)', span: [0, 1] },
    lines,
  });
  return [html`<figure><figcaption>${title}</figcaption>${chart}</figure>`, left];
}

function thinned<Point>(points: readonly Point[]): readonly Point[] {
  const every = Math.ceil(points.length / DRAWN);
  return points.filter((_, at) => at % every === 0 || at === points.length - 1);
}

const COVERAGES = [0.25, 0.5, 0.75, 1];

function coverageTable(curves: readonly RiskCurve[], links: Links): Part {
  return table({
    caption: 'Risk at a coverage; right is an answer that contains a gold answer, and none to a question without one',
    head: [
      '',
      'answers',
      ...COVERAGES.map((coverage) => `risk at ${percent(coverage)}`),
      'area under the curve',
      'calibration error',
    ],
    rows: curves.map(({ column, items, curve }) => {
      const columns = [column.at];
      const all = { columns, metric: 'confidence', tag: 'answer: judged' };
      const at = (coverage: number) => {
        const point = curve.points.find((one) => one.coverage >= coverage - 1e-9);
        return point
          ? [
              links.figure(figure(point.risk), { ...all, from: point.threshold }),
              html` <small>confidence from ${figure(point.threshold, 2)}</small>`,
            ]
          : '–';
      };
      return [
        columnName(column),
        links.figure(String(items.length), all),
        ...COVERAGES.map(at),
        links.figure(figure(curve.area), all),
        links.figure(figure(calibration(items).ece), all),
      ];
    }),
  });
}

/** A bin ends before its upper border, but for the last; the page keeps six digits. */
const lastIn = (to: number): number => (to >= 1 ? to : to - 1e-6);

function binTable({ column, items }: RiskCurve, links: Links): Part {
  const { bins, ece, brier } = calibration(items);
  return table({
    caption: `${numbered(column)}: expected calibration error ${figure(ece)}, Brier score ${figure(brier)}`,
    head: ['confidence', 'answers', 'mean confidence', 'share right'],
    rows: bins
      .filter(({ count }) => count > 0)
      .map(({ from, to, count, confidence, accuracy }) => {
        const selection = { columns: [column.at], metric: 'confidence', tag: 'answer: judged', from, to: lastIn(to) };
        return [
          `${figure(from, 2)} to ${figure(to, 2)}`,
          links.figure(String(count), selection),
          links.figure(figure(confidence), selection),
          links.figure(figure(accuracy), selection),
        ];
      }),
  });
}
