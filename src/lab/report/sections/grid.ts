/**
 * What a grid says: champion and runner-up, the noise floor, main effects, interactions, and the analysis of variance.
 */
import type { PairedTest } from '../../../text/stats/paired.js';
import type { Noise } from '../../grid/noise.js';
import { valueText } from '../../grid/points.js';
import type { Winner } from '../../grid/summary.js';
import type { ReportData } from '../data.js';
import { figure, probability, signed } from '../figures.js';
import { html, type Part } from '../html.js';
import type { Links, Selection } from '../links.js';
import { axisNames, effectsPart, type GridParts, interactionsPart, pointsLink, rowsOf } from './effects.js';
import { emphasised, note, type Section, table } from './parts.js';

export function gridSections({ grid, columns, main }: ReportData, links: Links): Section[] {
  if (!grid) return [];
  const parts = { grid, columns, links, main };
  return [
    { id: 'champion', title: 'Champion', body: championPart(parts) },
    { id: 'effects', title: 'Main effects and interactions', body: [effectsPart(parts), interactionsPart(parts)] },
    { id: 'anova', title: 'Analysis of variance', body: anovaPart(parts) },
    { id: 'points', title: 'Points', body: pointsPart(parts) },
  ];
}

function settingsText(settings: Winner['settings']): string {
  return Object.entries(settings)
    .map(([option, value]) => `${option}=${valueText(value)}`)
    .join(', ');
}

function championPart(parts: GridParts): Part {
  const { grid, links } = parts;
  const { champion, runnerUp, lead, noise, ties, response } = grid;
  const winner = ({ name, settings, response: value }: Winner) => [
    links.figure(figure(value, 4), rowsOf([name], parts)),
    ` ${settingsText(settings)}`,
  ];
  const difference = runnerUp ? champion.response - runnerUp.response : null;
  const pair = runnerUp
    ? { ...rowsOf([], parts), columns: [runnerUp, champion].flatMap(({ name }) => rowsOf([name], parts).columns) }
    : undefined;
  const facts: [string, Part][] = [
    ['Response', html`<code>${response}</code>`],
    ['Champion', [winner(champion), ties > 0 && ` (${ties} others score the same)`]],
    ['Runner-up', runnerUp ? winner(runnerUp) : 'none: every point is the same pipeline'],
    [
      'Lead',
      difference !== null &&
        pair && [
          links.figure(figure(difference, 4), pair),
          noise && (difference > noise.floor ? ', above the noise floor' : ', within the noise'),
        ],
    ],
    ['Lead by question', lead && pair && leadPart(lead, pair, links)],
    ['Noise floor', noise ? pointsLink(noiseText(noise)) : 'unknown: no two points are the same pipeline'],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function leadPart({ wins, ties, losses, difference, low, high, p }: PairedTest, pair: Selection, links: Links): Part {
  const counted = (count: number, compared: -1 | 0 | 1) => links.figure(String(count), { ...pair, compared });
  const said = `${signed(difference)} [${signed(low)}, ${signed(high)}], p ${probability(p)}`;
  return [
    counted(wins, 1),
    ' won, ',
    counted(ties, 0),
    ' equal, ',
    counted(losses, -1),
    ' lost; ',
    links.figure(said, pair),
  ];
}

function noiseText(noise: Noise): string {
  const { floor, points, groups, pairs, meanDifference, largestDifference } = noise;
  return `${figure(floor, 4)}: ${points} points are ${groups} pipelines asked again; their ${pairs} pairs differ by ${figure(meanDifference, 4)} on average, ${figure(largestDifference, 4)} at most`;
}

function anovaPart({ grid: { anova, model, notes } }: GridParts): Part {
  const said = notes.map((text) => note(text));
  if (!anova) return said;
  const { rows, residual, n } = anova;
  return [
    note(
      html`Model: <code>${model}</code>. ${n} observations, one per <a href="#points">point</a>; sums of squares of type II.`,
    ),
    table({
      caption: 'Analysis of variance',
      head: ['term', 'sum of squares', 'df', 'mean square', 'F', 'p', 'partial ω² (paper)', 'partial ω² (textbook)'],
      rows: [
        ...rows.map(({ term, ss, df, ms, f, p, omega2, omega2N }): Part[] => [
          term,
          ...[ss, df, ms, f].map((value) => pointsLink(Number(value.toPrecision(4)).toString())),
          emphasised(pointsLink(probability(p)), p < 0.05),
          pointsLink(figure(omega2)),
          pointsLink(figure(omega2N)),
        ]),
        [
          'residual',
          ...[residual.ss, residual.df, residual.ms].map((value) =>
            pointsLink(Number(value.toPrecision(4)).toString()),
          ),
          '',
          '',
          '',
          '',
        ],
      ],
    }),
    said,
  ];
}

function pointsPart(parts: GridParts): Part {
  const { grid, links } = parts;
  const axes = axisNames(grid);
  const best = grid.champion.response;
  const rows = grid.points
    .toSorted((left, right) => right.response - left.response)
    .map((point): Part[] => [
      point.name,
      ...axes.map((axis) => valueText(point.settings[axis])),
      links.figure(figure(point.response, 4), rowsOf([point.name], parts)),
      grid.noise && (best - point.response <= grid.noise.floor ? 'within the noise of the best' : ''),
      links.figure(String(point.failed), { ...rowsOf([point.name], parts), metric: 'failed', from: 1 }),
      links.figure(figure(point.seconds), { ...rowsOf([point.name], parts), metric: 'seconds' }),
    ]);
  return table({
    caption: `${grid.points.length} points by ${grid.response}`,
    head: ['point', ...axes, 'response', 'noise', 'failed', 'seconds'],
    rows,
  });
}
