/**
 * Two runs on the same questions: wins, ties and losses per score, and the questions that differ most, side by side.
 */
import type { MetricComparison } from '../../compare/compare.js';
import { intervalChart } from '../charts/intervals.js';
import { numbered, type ReportData } from '../data.js';
import { figure, probability, signed } from '../figures.js';
import { html, type Part } from '../html.js';
import type { Links } from '../links.js';
import { emphasised, note, type Section, table } from './parts.js';
import { goldPart } from './row-detail.js';
import { answerHtml } from './worst.js';

export function comparisonSections(data: ReportData, links: Links): Section[] {
  const { comparison, columns } = data;
  if (!comparison) return [];
  const [first, second] = columns.map(numbered);
  const { questions, unmatched, metrics } = comparison;
  const title = `Difference in means, ${second} minus ${first}, with 95 % interval`;
  const lines = metrics.map(({ metric, difference, low, high }) => ({
    label: metric,
    mean: difference,
    low,
    high,
    series: 1,
    target: links.to({ columns: [0, 1], metric }),
  }));
  const body = [
    note(
      `${questions} questions that both have${unmatched > 0 ? `, ${unmatched} more that only one has` : ''}. Wins are those of ${second}.`,
    ),
    html`<figure><figcaption>${title}</figcaption>${intervalChart({ title, axis: 'difference', lines, reference: 0 })}</figure>`,
    table({
      caption: 'Score by score',
      head: [
        'score',
        String(first),
        String(second),
        'difference [95 %]',
        'wins',
        'ties',
        'losses',
        'n',
        'p',
        'p (Holm)',
      ],
      rows: metrics.map((test) => testRow(test, links)),
    }),
    note(
      '95 % paired bootstrap interval over questions; two-sided permutation test; Holm over the scores shown; bold below 0.05. For abstention.wrong less is better.',
    ),
  ];
  return [
    { id: 'comparison', title: 'Comparison', body },
    { id: 'differ', title: 'Questions that differ most', body: differingPart(data) },
  ];
}

function testRow(
  { metric, first, second, difference, low, high, wins, ties, losses, n, p, pHolm }: MetricComparison,
  links: Links,
): Part[] {
  const columns = [0, 1];
  const counted = (count: number, compared: -1 | 0 | 1) => links.figure(String(count), { columns, metric, compared });
  return [
    metric,
    links.figure(figure(first), { columns: [0], metric }),
    links.figure(figure(second), { columns: [1], metric }),
    [links.figure(signed(difference), { columns, metric }), html` <small>[${signed(low)}, ${signed(high)}]</small>`],
    counted(wins, 1),
    counted(ties, 0),
    counted(losses, -1),
    links.figure(String(n), { columns, metric }),
    links.figure(probability(p), { columns, metric }),
    emphasised(links.figure(probability(pHolm), { columns, metric }), pHolm < 0.05),
  ];
}

function differingPart(data: ReportData): Part {
  const { comparison, columns, questions, main } = data;
  const differing = comparison?.differing ?? [];
  if (differing.length === 0) return note(`No question differs in ${main}.`);
  return differing.map(({ id, first, second }) => {
    const at = questions.findIndex((question) => question.id === id);
    const rows = columns.flatMap(({ rows: own }) => own.filter(({ question }) => question === at));
    return html`<article class="question"><h3 dir="auto">${id}: ${questions[at]?.question}</h3><p class="note">${main} ${figure(first)} → ${figure(second)}</p>${questions[at] && goldPart(questions[at])}<div class="sides">${rows.map((row) => html`<div>${answerHtml(row, data)}</div>`)}</div></article>`;
  });
}
