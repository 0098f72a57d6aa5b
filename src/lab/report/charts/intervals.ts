/** Means with their intervals, one line each: a forest plot. */
import { figure } from '../figures.js';
import { type Html, html, shortened } from '../html.js';
import { linear, type Span, spanOf } from './scale.js';
import { at, bottomAxis, chart, linked, seriesClass, type Target } from './svg.js';

export type IntervalLine = {
  readonly label: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Decides the colour. */
  readonly series: number;
  readonly target?: Target;
};

export type IntervalChart = {
  readonly title: string;
  readonly axis: string;
  readonly lines: readonly IntervalLine[];
  /** What values can be, so that room beside them does not go beyond. */
  readonly limits?: Span | undefined;
  /** Drawn through all lines, e.g. no difference. */
  readonly reference?: number;
};

const WIDTH = 570;
const LINE_HEIGHT = 26;
const LABEL_WIDTH = 210;
const LABEL_CHARACTERS = 28;

export function intervalChart({ title, axis, lines, limits, reference }: IntervalChart): Html {
  const area = { left: LABEL_WIDTH, right: WIDTH - 20, top: 6, bottom: 10 + lines.length * LINE_HEIGHT };
  const values = lines.flatMap(({ low, high }) => [low, high]);
  const scale = linear(spanOf(reference === undefined ? values : [...values, reference], limits), [
    area.left,
    area.right,
  ]);
  const body = lines.map(({ label, mean, low, high, series, target }, index) => {
    const y = area.top + (index + 0.5) * LINE_HEIGHT;
    const [x, from, to] = [mean, low, high].map((value) => at(scale.place(value)));
    const said = `${label}: ${figure(mean)} [${figure(low)}, ${figure(high)}]`;
    return linked(
      target,
      said,
      html`<rect class="hit" x="0" y="${y - LINE_HEIGHT / 2}" width="${WIDTH}" height="${LINE_HEIGHT}"/><text x="${area.left - 10}" y="${y}" dy="0.32em" text-anchor="end">${shortened(label, LABEL_CHARACTERS)}</text><line class="whisker ${seriesClass(series)}" x1="${from}" x2="${to}" y1="${y}" y2="${y}"/><circle class="mark ${seriesClass(series)}" cx="${x}" cy="${y}" r="5"/>`,
    );
  });
  const line =
    reference === undefined
      ? null
      : html`<line class="reference" x1="${at(scale.place(reference))}" x2="${at(scale.place(reference))}" y1="${area.top}" y2="${area.bottom}"/>`;
  return chart({ width: WIDTH, height: area.bottom + 42, title }, [
    bottomAxis(scale, area, { label: axis }),
    line,
    body,
  ]);
}
