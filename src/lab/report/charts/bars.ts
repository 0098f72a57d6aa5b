/** Horizontal bars: one value per line, or a whole cut into its parts. */
import { percent } from '../figures.js';
import { type Html, html, shortened } from '../html.js';
import { linear } from './scale.js';
import { at, bottomAxis, chart, linked, type Target } from './svg.js';

export type Bar = { readonly label: string; readonly value: number; readonly text: string; readonly target?: Target };

const WIDTH = 460;
const LINE_HEIGHT = 24;
const LABEL_WIDTH = 120;

/** Bars under each other, the value written behind each. */
export function barChart(title: string, bars: readonly Bar[]): Html {
  const most = bars.reduce((highest, { value }) => Math.max(highest, value), 0) || 1;
  const scale = linear([0, most], [LABEL_WIDTH, WIDTH - 130]);
  const body = bars.map(({ label, value, text, target }, index) => {
    const y = index * LINE_HEIGHT + 2;
    return linked(
      target,
      `${label}: ${text}`,
      html`<rect class="hit" x="0" y="${y}" width="${WIDTH}" height="${LINE_HEIGHT}"/><text x="${LABEL_WIDTH - 8}" y="${y + 10}" dy="0.32em" text-anchor="end">${label}</text><rect class="bar" x="${LABEL_WIDTH}" y="${y + 2}" width="${at(Math.max(1, scale.place(value) - LABEL_WIDTH))}" height="${LINE_HEIGHT - 8}"/><text x="${at(scale.place(value) + 6)}" y="${y + 10}" dy="0.32em">${text}</text>`,
    );
  });
  return chart({ width: WIDTH, height: bars.length * LINE_HEIGHT + 4, title }, body);
}

export type StackPart = {
  readonly name: string;
  readonly value: number;
  /** The class that gives its colour, and the same for its place in the legend. */
  readonly kind: string;
  readonly target?: Target;
};

export type Stack = { readonly label: string; readonly parts: readonly StackPart[] };

const STACK_WIDTH = 720;
const STACK_LABEL = 250;
/** A part narrower than this has no room for its share. */
const ROOM_FOR_TEXT = 44;

/** Each line is a whole of 1, whatever its parts add up to. */
export function stackChart(title: string, axis: string, stacks: readonly Stack[]): Html {
  const area = { left: STACK_LABEL, right: STACK_WIDTH - 36, top: 4, bottom: stacks.length * LINE_HEIGHT + 8 };
  const scale = linear([0, 1], [area.left, area.right]);
  const body = stacks.map((stack, index) => stackLine(stack, index * LINE_HEIGHT + area.top + 2, scale.place));
  return chart({ width: STACK_WIDTH, height: area.bottom + 42, title }, [
    bottomAxis(scale, area, { label: axis, text: (share) => `${Math.round(share * 100)} %` }),
    body,
  ]);
}

function stackLine({ label, parts }: Stack, y: number, place: (value: number) => number): Html {
  const whole = parts.reduce((sum, { value }) => sum + value, 0) || 1;
  let before = 0;
  const drawn = parts.map(({ name, value, kind, target }) => {
    const [from, to] = [place(before / whole), place((before + value) / whole)];
    before += value;
    if (value === 0) return null;
    const share = percent(value / whole);
    const text =
      to - from < ROOM_FOR_TEXT
        ? null
        : html`<text class="on" x="${at((from + to) / 2)}" y="${y + 9}" dy="0.32em" text-anchor="middle">${share}</text>`;
    const bar = html`<rect class="part ${kind}" x="${at(from)}" y="${y}" width="${at(to - from)}" height="${LINE_HEIGHT - 6}"/>${text}`;
    return linked(target, `${label}, ${name}: ${share} (${value} of ${whole})`, bar);
  });
  return html`<g><text x="${STACK_LABEL - 10}" y="${y + 9}" dy="0.32em" text-anchor="end">${shortened(label, 38)}</text>${drawn}</g>`;
}
