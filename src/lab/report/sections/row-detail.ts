/**
 * Everything that is kept of a row: answer, gold, sentences with verdicts and sources, funnel, what was lost,
 * fallbacks.
 */
import type { Claim, Source } from '../../../core/data.js';
import { counted } from '../../../english/counted.js';
import { FILTERS } from '../../run/evidence.js';
import { askAgain } from '../again.js';
import type { Column, ReportQuestion, ReportRow } from '../data.js';
import { dollars, figure } from '../figures.js';
import { cut, type Html, html, outsideLink, type Part, shortened } from '../html.js';

/** Enough to judge an answer by; the note under it says where the whole is. */
const CHARACTERS = { answer: 1200, quote: 240, passage: 240, reason: 240, gold: 400 };
const [SHOWN_CLAIMS, SHOWN_SOURCES, SHOWN_PASSAGES] = [12, 8, 2];

/** Said in words, or variants that differ little. */
const UNSHOWN = /^(?:funnel\.|lost\.|flexrag\.|rouge[12]|.*\.stemmed$|calls$|tokens$|costUsd$|seconds$|failed$)/;

export type DetailPlace = {
  readonly question: ReportQuestion;
  readonly column: Column;
  /** Where the gold answers stand beside it already. */
  readonly withoutGold?: boolean;
};

export function rowDetail(row: ReportRow, { question, column, withoutGold = false }: DetailPlace): Html {
  const { row: asked, measures, line } = row;
  return html`<div class="detail">${!withoutGold && goldPart(question)}${answerPart(row)}${asked.claims.length > 0 && claimsPart(asked.claims)}${asked.sources.length > 0 && sourcesPart(asked.sources)}<p>${wayText(row)}</p>${asked.fallbacks.length > 0 && html`<p>Fallbacks: ${asked.fallbacks.map(({ stage, reason }) => `${stage} (${cut(reason, CHARACTERS.reason)})`).join('; ')}</p>`}<p class="scores">${Object.entries(
    measures,
  ).map(
    ([name, value]) => value !== null && !UNSHOWN.test(name) && html`<span>${name} ${figure(value)}</span> `,
  )}</p><p class="note">Whole: line ${line} of ${column.folder}/rows.jsonl. To see every step, ask it again (of the same pages): <code>${askAgain(column, asked.question)}</code></p></div>`;
}

export function goldPart({ gold }: ReportQuestion): Part {
  if (!gold) return null;
  const { answers, gold: pages, reference } = gold;
  const shown = [...answers, ...(reference === undefined ? [] : [reference])].map((text) => cut(text, CHARACTERS.gold));
  return html`<p dir="auto"><b>Gold:</b> ${shown.length > 0 ? shown.join(' | ') : 'no answer'}${pages.length > 0 && html` <small>${pages.slice(0, 5).map((page) => [outsideLink(page, shortened(page, 90)), ' '])}${pages.length > 5 && `and ${pages.length - 5} more`}</small>`}</p>`;
}

function answerPart({ row: { status, answer, error } }: ReportRow): Html {
  if (error) return html`<p><b>Failed</b> (${error.code}): ${cut(error.message, CHARACTERS.reason)}</p>`;
  return html`<p><b>${status === 'abstained' ? 'Abstained:' : 'Answer:'}</b></p><blockquote dir="auto">${cut(answer, CHARACTERS.answer)}</blockquote>`;
}

function claimsPart(claims: readonly Claim[]): Html {
  const left = claims.length - SHOWN_CLAIMS;
  return html`<p><b>Sentences</b></p><ul class="claims">${claims.slice(0, SHOWN_CLAIMS).map(claimItem)}${left > 0 && html`<li>and ${left} more</li>`}</ul>`;
}

const SIGNS: Readonly<Record<string, string>> = {
  supported: '✓',
  partial: '◐',
  contradicted: '✗',
  unsupported: '?',
  unchecked: '·',
};

function claimItem({ text, verdict: found, sources, evidence = [], repaired }: Claim): Html {
  const verdict = found ?? 'claims nothing';
  const cited = sources.length > 0 ? ` [${sources.join('][')}]` : ' (no source)';
  const quotes = evidence
    .slice(0, SHOWN_PASSAGES)
    .map(
      ({ n, url, quote }) =>
        html`<q dir="auto">${cut(quote, CHARACTERS.quote)}</q> ${n === undefined ? url : `[${n}]`} `,
    );
  return html`<li dir="auto"><span class="verdict v-${verdict}">${SIGNS[verdict] ?? '·'} ${verdict}</span> ${cut(text, CHARACTERS.gold)}${cited}${repaired !== undefined && html` <small>repaired: ${cut(repaired, CHARACTERS.reason)}</small>`}${quotes.length > 0 && html`<br><small>${quotes}</small>`}</li>`;
}

function sourcesPart(sources: readonly Source[]): Html {
  const left = sources.length - SHOWN_SOURCES;
  return html`<p><b>Sources</b></p><ul class="sources">${sources
    .slice(0, SHOWN_SOURCES)
    .map(
      ({ n, url, title, passages }) =>
        html`<li dir="auto">[${n}] ${outsideLink(url, shortened(title || url, 120))} <small>${shortened(url, 120)}</small>${passages
          .slice(0, SHOWN_PASSAGES)
          .map(
            ({ headings, text }) =>
              html`<br><small>${headings.join(' › ')}${headings.length > 0 && ': '}${cut(text, CHARACTERS.passage)}</small>`,
          )}</li>`,
    )}${left > 0 && html`<li>and ${left} more</li>`}</ul>`;
}

function wayText({ row: { funnel, evidence, usage } }: ReportRow): string {
  const way = `${counted(funnel.queries, 'query', 'queries')} → ${counted(funnel.hits, 'result')}, ${funnel.hitsKept} kept → ${counted(funnel.pages, 'page')} → ${counted(funnel.sections, 'passage')}, ${funnel.sectionsKept} kept`;
  const lost = evidence
    ? FILTERS.filter((filter) => evidence.lost[filter] > 0).map(
        (filter) => `${evidence.lost[filter]} lost at ${filter}`,
      )
    : [];
  const golds = evidence
    ? `; gold pages: ${evidence.cited} of ${evidence.golds} cited${lost.length > 0 ? `, ${lost.join(', ')}` : ''}`
    : '';
  return `${way}${golds}. ${(usage.ms / 1000).toFixed(2)} s, ${counted(usage.calls, 'model call')}, ${usage.costUsd === null ? 'cost unknown' : dollars(usage.costUsd)}.`;
}
