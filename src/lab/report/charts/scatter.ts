/** Points by two values, the second with its interval. Points without a first value stand apart, as unknown. */
import { figure } from '../figures.js';
import { type Html, html } from '../html.js';
import { linear, logarithmic, type Scale, spanOf } from './scale.js';
import { at, bottomAxis, chart, leftAxis, linked, seriesClass, type Target } from './svg.js';

export type ScatterPoint = {
  readonly number: number;
  readonly label: string;
  /** `null` when unknown. */
  readonly x: number | null;
  readonly y: number;
  readonly low: number;
  readonly high: number;
  readonly target?: Target;
};

export type ScatterChart = {
  readonly title: string;
  readonly x: { readonly label: string; readonly text: (value: number) => string };
  readonly y: string;
  readonly points: readonly ScatterPoint[];
};

const WIDTH = 720;
const HEIGHT = 340;
const UNKNOWN_WIDTH = 90;
/** Beyond this the cheap ones could not be told apart on an even axis. */
const FAR_APART = 30;

export function scatterChart({ title, x, y, points }: ScatterChart): Html {
  const unknown = points.some((point) => point.x === null);
  const area = { left: 56, right: WIDTH - 20 - (unknown ? UNKNOWN_WIDTH : 0), top: 30, bottom: HEIGHT - 46 };
  const across = acrossScale(
    points.flatMap((point) => point.x ?? []),
    [area.left + 14, area.right - 14],
  );
  const up = linear(
    spanOf(
      points.flatMap(({ low, high }) => [low, high]),
      points.every(({ low }) => low >= 0) ? [0, Number.POSITIVE_INFINITY] : undefined, // a judge's scores may be negative
    ),
    [area.bottom, area.top],
  );
  const apart = area.right + UNKNOWN_WIDTH / 2;
  const marks = points.map((point) =>
    mark(point, { place: point.x === null ? apart : across.place(point.x), up, text: x.text }),
  );
  const aside = unknown
    ? html`<text class="name" x="${apart}" y="${area.bottom + 16}" text-anchor="middle">unknown</text>`
    : null;
  const axes = [leftAxis(up, area, { label: y }), bottomAxis(across, area, { label: x.label, text: x.text }), aside];
  return chart({ width: WIDTH, height: HEIGHT, title }, [axes, marks]);
}

function acrossScale(values: readonly number[], places: readonly [number, number]): Scale {
  const [least, most] = spanOf(values);
  const lowest = values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const highest = values.reduce((high, value) => Math.max(high, value), 0);
  if (values.length > 0 && lowest > 0 && highest / lowest > FAR_APART) return logarithmic([lowest, highest], places);
  return linear([Math.max(0, Math.min(0, least)), highest === 0 ? 1 : most], places);
}

type PointScales = { readonly place: number; readonly up: Scale; readonly text: (value: number) => string };

function mark({ number, label, x, y, low, high, target }: ScatterPoint, { place, up, text }: PointScales): Html {
  const across = at(place);
  const said = `${label}: ${figure(y)} [${figure(low)}, ${figure(high)}], ${x === null ? 'unknown' : text(x)}`;
  return linked(
    target,
    said,
    html`<line class="whisker ${seriesClass(number - 1)}" x1="${across}" x2="${across}" y1="${at(up.place(low))}" y2="${at(up.place(high))}"/><circle class="mark ${seriesClass(number - 1)}" cx="${across}" cy="${at(up.place(y))}" r="9"/><text class="on" x="${across}" y="${at(up.place(y))}" dy="0.34em" text-anchor="middle">${number}</text>`,
  );
}
