/**
 * What all charts share: the frame with its title, axes, marks that are links. Colours are classes, so that the page's
 * scheme decides.
 */
import { tickText } from '../figures.js';
import { type Html, html, type Part } from '../html.js';
import type { Scale } from './scale.js';

/** The attributes of a link to the rows a mark was made of; see links.ts. */
export type Target = Html;

export type Frame = { readonly width: number; readonly height: number; readonly title: string };

export function chart({ width, height, title }: Frame, body: Part): Html {
  return html`<div class="chart"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="group" aria-label="${title}">${body}</svg></div>`;
}

export function linked(target: Target | undefined, title: string, body: Part): Html {
  const inside = html`<title>${title}</title>${body}`;
  return target ? html`<a ${target}>${inside}</a>` : html`<g>${inside}</g>`;
}

/** One decimal is finer than a screen. */
export const at = (place: number): string => String(Math.round(place * 10) / 10);

export type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

export function bottomAxis(
  scale: Scale,
  { left, right, top, bottom }: Area,
  { label, text = tickText }: AxisText,
): Html {
  return html`<g class="axis">${scale.ticks.map((tick) => {
    const x = at(scale.place(tick));
    return html`<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/><text x="${x}" y="${bottom + 16}" text-anchor="middle">${text(tick)}</text>`;
  })}<line x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/><text class="name" x="${at((left + right) / 2)}" y="${bottom + 34}" text-anchor="middle">${label}</text></g>`;
}

export function leftAxis(scale: Scale, { left, right, top, bottom }: Area, { label, text = tickText }: AxisText): Html {
  return html`<g class="axis">${scale.ticks.map((tick) => {
    const y = at(scale.place(tick));
    return html`<line class="grid" x1="${left}" x2="${right}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${y}" dy="0.32em" text-anchor="end">${text(tick)}</text>`;
  })}<line x1="${left}" x2="${left}" y1="${top}" y2="${bottom}"/><text class="name" x="${left}" y="${top - 8}" text-anchor="start">${label}</text></g>`;
}

export type AxisText = { readonly label: string; readonly text?: (value: number) => string };

/** There are so many colours; after them they come again with another dash. */
const COLOURS = 8;

export function seriesClass(number: number): string {
  return `s${number % COLOURS} d${Math.floor(number / COLOURS) % 3}`;
}

/** Labels at given heights, moved apart so that none covers another; in the given order. */
export function movedApart(heights: readonly number[], gap: number): number[] {
  const order = heights.map((_, index) => index).sort((left, right) => heights[left]! - heights[right]!);
  const moved = [...heights];
  for (let place = 1; place < order.length; place += 1)
    moved[order[place]!] = Math.max(moved[order[place]!]!, moved[order[place - 1]!]! + gap);
  return moved;
}
