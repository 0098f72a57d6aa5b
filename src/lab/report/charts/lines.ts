/** Lines over a measured axis (risk over coverage) or over named places (the means of an interaction). */
import { type Html, html, shortened } from '../html.js';
import { linear, type Scale, type Span, spanOf } from './scale.js';
import { at, bottomAxis, chart, leftAxis, linked, movedApart, seriesClass, type Target } from './svg.js';

export type LinePoint = {
  readonly x: number;
  readonly y: number;
  /** Points with a title are marked. */
  readonly title?: string;
  readonly target?: Target;
};

export type Series = { readonly name: string; readonly series: number; readonly points: readonly LinePoint[] };

export type LineChart = {
  readonly title: string;
  readonly width?: number;
  readonly x: { readonly label: string; readonly span?: Span; readonly names?: readonly string[] };
  readonly y: { readonly label: string; readonly span?: Span };
  readonly lines: readonly Series[];
};

const HEIGHT = 280;
/** Room for the names at the end of the lines. */
const NAMES_WIDTH = 130;
const NAME_CHARACTERS = 17;

export function lineChart({ title, width = 720, x, y, lines }: LineChart): Html {
  const area = {
    left: 52,
    right: width - (lines.some(({ name }) => name !== '') ? NAMES_WIDTH : 20),
    top: 30,
    bottom: HEIGHT - 46,
  };
  const all = lines.flatMap(({ points }) => points);
  const inner: Span = x.names ? [area.left + 24, area.right - 24] : [area.left, area.right];
  const across = acrossScale(x, all, inner);
  const up = linear(y.span ?? spanOf(all.map((point) => point.y)), [area.bottom, area.top]);
  const names = x.names;
  const axisText = names
    ? { label: x.label, text: (value: number) => shortened(names[value] ?? '', 14) }
    : { label: x.label };
  const ends = movedApart(
    lines.map(({ points }) => up.place(points.at(-1)?.y ?? 0)),
    13,
  );
  const drawn = lines.map((line, index) => drawnLine(line, { across, up, nameAt: [area.right, ends[index]!] }));
  return chart({ width, height: HEIGHT, title }, [
    leftAxis(up, area, { label: y.label }),
    bottomAxis(across, area, axisText),
    drawn,
  ]);
}

function acrossScale({ span, names }: LineChart['x'], points: readonly LinePoint[], places: Span): Scale {
  if (!names) return linear(span ?? spanOf(points.map((point) => point.x)), places);
  return { ...linear([0, Math.max(1, names.length - 1)], places), ticks: names.map((_, index) => index) };
}

type LineScales = { readonly across: Scale; readonly up: Scale; readonly nameAt: Span };

function drawnLine({ name, series, points }: Series, { across, up, nameAt }: LineScales): Html {
  const places = points.map((point) => [at(across.place(point.x)), at(up.place(point.y))] as const);
  const kind = seriesClass(series);
  const marks = points.map(({ title, target }, index) => {
    const [x, y] = places[index]!;
    return title === undefined
      ? null
      : linked(target, title, html`<circle class="mark ${kind}" cx="${x}" cy="${y}" r="4"/>`);
  });
  const path = html`<polyline class="line ${kind}" points="${places.map((place) => place.join(',')).join(' ')}"/>`;
  return html`<g>${path}${marks}<text class="end ${kind}" x="${nameAt[0] + 8}" y="${at(nameAt[1])}" dy="0.32em">${shortened(name, NAME_CHARACTERS)}<title>${name}</title></text></g>`;
}
