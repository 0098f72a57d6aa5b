/** What each option of a grid does to the response, and what pairs of them do together. */
import { parseModel } from '../../../text/stats/model-formula.js';
import { valueText } from '../../grid/points.js';
import type { GridSummary, ScoredPoint } from '../../grid/summary.js';
import { lineChart } from '../charts/lines.js';
import type { Column } from '../data.js';
import { figure } from '../figures.js';
import { type Html, html, type Part } from '../html.js';
import type { Links } from '../links.js';
import { note, table } from './parts.js';

export type GridParts = {
  readonly grid: GridSummary;
  readonly columns: readonly Column[];
  readonly links: Links;
  readonly main: string;
};

/** The rows of points, by their names. */
export function rowsOf(names: readonly string[], { columns, main }: GridParts) {
  const wanted = new Set(names);
  return { columns: columns.filter(({ label }) => wanted.has(label)).map(({ at }) => at), metric: main };
}

/** What is made of points as wholes leads to their table. */
export const pointsLink = (text: string): Html => html`<a class="n" href="#points">${text}</a>`;

export const axisNames = ({ points }: GridSummary): string[] => Object.keys(points[0]?.settings ?? {});
const valuesOf = (points: readonly ScoredPoint[], axis: string): string[] => [
  ...new Set(points.map(({ settings }) => valueText(settings[axis]))),
];
const pointsWith = (points: readonly ScoredPoint[], axis: string, value: string) =>
  points.filter(({ settings }) => valueText(settings[axis]) === value);
const mean = (points: readonly ScoredPoint[]): number =>
  points.reduce((sum, { response }) => sum + response, 0) / points.length;
const namesOf = (points: readonly ScoredPoint[]): string[] => points.map(({ name }) => name);

/** All charts of effects share this span, so that a steep line is a large effect. */
function responseSpan({ points }: GridSummary): readonly [number, number] {
  const responses = points.map(({ response }) => response);
  const [low, high] = [Math.min(...responses), Math.max(...responses)];
  const room = (high - low || 0.1) * 0.05;
  return [low - room, high + room];
}

export function effectsPart(parts: GridParts): Part {
  const { grid, links } = parts;
  const { points, factors } = grid;
  const charts = axisNames(grid)
    .filter((axis) => valuesOf(points, axis).length > 1)
    .map((axis) => {
      const values = valuesOf(points, axis);
      const title = `Mean response by ${axis}`;
      const line = values.map((value, x) => {
        const own = pointsWith(points, axis, value);
        return {
          x,
          y: mean(own),
          title: `${axis}=${value}: ${figure(mean(own), 4)} over ${own.length} points`,
          target: links.to(rowsOf(namesOf(own), parts)),
        };
      });
      const chart = lineChart({
        title,
        width: 420,
        x: { label: axis, names: values },
        y: { label: 'response', span: responseSpan(grid) },
        lines: [{ name: '', series: 0, points: line }],
      });
      return html`<figure><figcaption>${title}</figcaption>${chart}</figure>`;
    });
  const rows = Object.entries(factors).flatMap(([axis, means]) =>
    means.map((one): Part[] => [
      `${axis} = ${one.value}`,
      links.figure(figure(one.mean, 4), rowsOf(namesOf(pointsWith(points, axis, one.value)), parts)),
      pointsLink(String(one.points)),
    ]),
  );
  return [
    html`<h3>Main effects</h3><div class="multiples">${charts}</div>`,
    table({ caption: 'Mean response of each value', head: ['factor', 'mean', 'points'], rows }),
  ];
}

/** More pairs than this are left to the table of the analysis. */
const SHOWN_PAIRS = 10;

export function interactionsPart(parts: GridParts): Part {
  const { grid } = parts;
  const axes = axisNames(grid).filter((axis) => valuesOf(grid.points, axis).length > 1);
  const pairs = axes.flatMap((first, at) => axes.slice(at + 1).map((second) => [first, second] as const));
  const ranked = pairs.toSorted((left, right) => strength(grid, right) - strength(grid, left)).slice(0, SHOWN_PAIRS);
  if (ranked.length === 0) return null;
  return [
    html`<h3>Interactions</h3>`,
    note(
      `Lines that are not parallel: what one option does depends on the other. Pairs with the largest effect first${pairs.length > ranked.length ? `; ${ranked.length} of ${pairs.length} are drawn` : ''}.`,
    ),
    html`<div class="multiples">${ranked.map((pair) => interactionChart(pair, parts))}</div>`,
  ];
}

function strength({ anova }: GridSummary, pair: readonly string[]): number {
  const row = anova?.rows.find(({ term }) => {
    const factors = parseModel(term)[0] ?? [];
    return factors.length === 2 && pair.every((name) => factors.includes(name));
  });
  return row?.omega2 ?? Number.NEGATIVE_INFINITY;
}

function interactionChart([first, second]: readonly [string, string], parts: GridParts): Html {
  const { grid, links } = parts;
  const values = valuesOf(grid.points, first);
  const lines = valuesOf(grid.points, second).map((value, series) => ({
    name: value,
    series,
    points: values.flatMap((own, x) => {
      const cell = pointsWith(pointsWith(grid.points, first, own), second, value);
      const said = `${first}=${own}, ${second}=${value}: ${figure(mean(cell), 4)} over ${cell.length} points`;
      return cell.length === 0
        ? []
        : [{ x, y: mean(cell), title: said, target: links.to(rowsOf(namesOf(cell), parts)) }];
    }),
  }));
  const title = `${first} by ${second}`;
  const chart = lineChart({
    title,
    width: 460,
    x: { label: `${first} (lines: ${second})`, names: values },
    y: { label: 'response', span: responseSpan(grid) },
    lines,
  });
  const cellLink = (cell: { readonly y: number; readonly target: Html } | undefined): Part =>
    cell ? html`<a class="n" ${cell.target}>${figure(cell.y, 4)}</a>` : '–';
  const rows = values.map((own, x): Part[] => [
    own,
    ...lines.map((line) => cellLink(line.points.find((point) => point.x === x))),
  ]);
  return html`<figure><figcaption>${title}</figcaption>${chart}<details><summary>means</summary>${table({ caption: title, head: [first, ...lines.map(({ name }) => `${second} = ${name}`)], rows })}</details></figure>`;
}
