/** The questions that went worst, each with what every pipeline made of it. */
import { confidenceOf, mainSpan, numbered, type ReportData, type ReportRow } from '../data.js';
import { figure } from '../figures.js';
import { type Html, html } from '../html.js';
import { anchorOf } from '../links.js';
import { type HeatLine, heatLines } from './heat-map.js';
import { note, type Section } from './parts.js';
import { goldPart, rowDetail } from './row-detail.js';

/** Beside so many answers the others are links. */
const SHOWN_ANSWERS = 3;

export function worstSection(data: ReportData, count: number): Section {
  const worst = worstFirst(heatLines(data), mainSpan(data)[1]).slice(0, count);
  const body =
    worst.length === 0
      ? note('No question went wrong by this score.')
      : [
          note(
            `By the mean of ${data.main}; among equals failures first, then answers that were surest of themselves. The trace of a run is not kept; what is kept of it (searches, pages, what was lost where, fallbacks) stands under each answer.`,
          ),
          worst.map((line) => questionHtml(line, data)),
        ];
  return { id: 'worst', title: 'Worst questions', body };
}

/** Wrong and sure is worse than wrong and silent. */
export function worstFirst(lines: readonly HeatLine[], best = 1): HeatLine[] {
  const trouble = ({ rows }: HeatLine) =>
    rows.reduce((sum, row) => {
      if (!row || row.row.status === 'abstained') return sum;
      return sum + (row.row.status === 'failed' ? 2 : 0.5 + (confidenceOf(row.row) ?? 0.5));
    }, 0);
  return lines
    .filter(({ mean }) => mean !== null && mean < best)
    .toSorted(
      (left, right) =>
        (left.mean as number) - (right.mean as number) ||
        trouble(right) - trouble(left) ||
        left.question - right.question,
    );
}

function questionHtml({ question: at, mean, rows }: HeatLine, data: ReportData): Html {
  const question = data.questions[at]!;
  const present = rows
    .flatMap((row) => row ?? [])
    .toSorted((left, right) => (left.measures[data.main] ?? 2) - (right.measures[data.main] ?? 2));
  const [shown, others] = [present.slice(0, SHOWN_ANSWERS), present.slice(SHOWN_ANSWERS)];
  const about = [question.type, question.split].filter((part) => part !== null).join(', ');
  return html`<article class="question"><h3 dir="auto">${question.id}: ${question.question}</h3><p class="note">mean ${data.main} ${figure(mean)}${about && ` · ${about}`}</p>${goldPart(question)}${shown.map((row) => answerHtml(row, data))}${others.length > 0 && html`<p>Also asked: ${others.map((row) => [rowLink(row, data), ' '])}</p>`}</article>`;
}

export function answerHtml(row: ReportRow, data: ReportData): Html {
  const place = { question: data.questions[row.question]!, column: data.columns[row.column]!, withoutGold: true };
  return html`<details open><summary>${rowLink(row, data)}</summary>${rowDetail(row, place)}</details>`;
}

function rowLink(row: ReportRow, { columns, main }: ReportData): Html {
  return html`<a href="#${anchorOf(row)}">${numbered(columns[row.column]!)}: ${row.row.status}, ${main} ${figure(row.measures[main])}</a>`;
}
