import { expect, test } from 'vitest';
import { html } from '../html.js';
import { barChart, stackChart } from './bars.js';
import { intervalChart } from './intervals.js';
import { lineChart } from './lines.js';
import { linear, logarithmic, spanOf, ticksBetween } from './scale.js';
import { scatterChart } from './scatter.js';
import { movedApart } from './svg.js';

const target = html`href="#rows-p0"`;
const count = (text: string, part: string) => text.split(part).length - 1;

test('an axis is marked at multiples of 1, 2 or 5 times a power of ten', () => {
  expect(ticksBetween([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticksBetween([0.31, 0.68], 5)).toEqual([0.4, 0.5, 0.6]);
  expect(ticksBetween([-3, 12], 5)).toEqual([0, 5, 10]);
});

test('a scale places values in proportion, also when there is one value only', () => {
  const { place } = linear([10, 20], [100, 300]);
  expect([place(10), place(15), place(20)]).toEqual([100, 200, 300]);
  expect(linear([3, 3], [0, 10]).place(3)).toBe(0);
  const log = logarithmic([0.02, 50], [0, 400]);
  expect(log.ticks).toEqual([0.01, 0.1, 1, 10, 100]);
  expect([log.place(0.01), log.place(1), log.place(100)]).toEqual([0, 200, 400]);
});

test('a span leaves room around values, and none beyond what values can be', () => {
  expect(spanOf([1, 2])).toEqual([0.92, 2.08]);
  expect(spanOf([0.5, 1], [0, 1])).toEqual([0.46, 1]);
  expect(spanOf([])).toEqual([0, 1]);
});

test('labels that would cover each other are moved apart, those that do not stay', () => {
  expect(movedApart([50, 10, 52], 10)).toEqual([50, 10, 60]);
});

test('an interval is drawn from its low to its high end, around its mean, as a link that says its numbers', () => {
  const line = { label: 'one <b>', mean: 0.5, low: 0, high: 1, series: 0, target };
  const { html: svg } = intervalChart({
    title: 'scores',
    axis: 'contains',
    lines: [line],
    limits: [0, 1],
    reference: 0.5,
  });
  expect(svg).toContain('<a href="#rows-p0"><title>one &lt;b&gt;: 0.500 [0.000, 1.000]</title>');
  const [, from, to] = /class="whisker s0 d0" x1="([\d.]+)" x2="([\d.]+)"/.exec(svg) ?? [];
  expect(/class="mark s0 d0" cx="([\d.]+)"/.exec(svg)?.[1]).toBe(String((Number(from) + Number(to)) / 2));
  expect(svg).toContain('class="reference"');
  expect(svg).toContain('aria-label="scores"');
});

test('bars are as long as their values are large', () => {
  const { html: svg } = barChart('funnel', [
    { label: 'hits', value: 10, text: '10.0' },
    { label: 'kept', value: 5, text: '5.0', target },
  ]);
  const widths = [...svg.matchAll(/class="bar"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths[0]).toBeCloseTo(2 * (widths[1] ?? 0), 0);
  expect(count(svg, '<a ')).toBe(1);
});

test('the parts of a whole fill it, and a part of nothing is not drawn', () => {
  const parts = [
    { name: 'cited', value: 3, kind: 'cited' },
    { name: 'lost', value: 1, kind: 'lost1' },
    { name: 'dropped', value: 0, kind: 'lost2' },
  ];
  const { html: svg } = stackChart('gold', 'share', [{ label: 'one', parts }]);
  const widths = [...svg.matchAll(/class="part \w+"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths).toHaveLength(2);
  expect(widths[0]).toBeCloseTo(3 * (widths[1] ?? 0), 0);
  expect(svg).toContain('one, cited: 75.0 % (3 of 4)');
});

test('a point without a first value stands apart, under the word unknown', () => {
  const point = { label: 'one', y: 0.5, low: 0.4, high: 0.6, target };
  const axes = { x: { label: 'dollars', text: String }, y: 'contains' };
  const both = scatterChart({
    title: 'cost',
    ...axes,
    points: [
      { ...point, number: 1, x: 2 },
      { ...point, number: 2, x: null },
    ],
  }).html;
  expect(both).toContain('>unknown</text>');
  expect(both).toContain('0.500 [0.400, 0.600], unknown');
  const [priced, unpriced] = [...both.matchAll(/class="mark[^"]*" cx="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(unpriced).toBeGreaterThan(priced ?? Number.NaN);
  expect(scatterChart({ title: 'cost', ...axes, points: [{ ...point, number: 1, x: 2 }] }).html).not.toContain(
    'unknown',
  );
});

test('scores below zero are drawn within the chart', () => {
  const point = { label: 'one', number: 1, x: 2, y: -0.5, low: -1, high: 0.2 };
  const svg = scatterChart({
    title: 'cost',
    x: { label: 'dollars', text: String },
    y: 'relevance_score',
    points: [point],
  }).html;
  const placed = (pattern: RegExp) => Number(pattern.exec(svg)?.[1]);
  expect(placed(/class="whisker[^>]* y1="([\d.]+)"/)).toBeLessThan(placed(/viewBox="0 0 \d+ (\d+)"/) - 46); // above the axis
});

test('a line goes through all its points, and those with a title are marked', () => {
  const points = [
    { x: 0, y: 0, title: 'first', target },
    { x: 0.5, y: 1 },
    { x: 1, y: 0.5, title: 'last' },
  ];
  const { html: svg } = lineChart({
    title: 'risk',
    x: { label: 'coverage', span: [0, 1] },
    y: { label: 'risk', span: [0, 1] },
    lines: [{ name: 'one', series: 9, points }],
  });
  expect(/points="([^"]+)"/.exec(svg)?.[1]?.split(' ')).toHaveLength(3);
  expect(count(svg, 'class="mark s1 d1"')).toBe(2);
  expect(svg).toContain('<a href="#rows-p0"><title>first</title>');
});

test('named places of a line are marked with their names', () => {
  const points = [
    { x: 0, y: 1 },
    { x: 1, y: 2 },
  ];
  const { html: svg } = lineChart({
    title: 'effect',
    x: { label: 'filter', names: ['off', 'on'] },
    y: { label: 'response' },
    lines: [{ name: '', series: 0, points }],
  });
  expect(svg).toContain('>off</text>');
  expect(svg).toContain('>on</text>');
});
