/**
 * The whole report as one HTML file that needs nothing else: no network, no other file. Only its own style and script
 * may take effect.
 */
import { createHash } from 'node:crypto';
import type { ReportData } from './data.js';
import { html, ownMarkup } from './html.js';
import { linksFor } from './links.js';
import { SCRIPT } from './script.js';
import { claimsSection } from './sections/claims.js';
import { comparisonSections } from './sections/comparison.js';
import { costSection } from './sections/cost.js';
import { differencesSection } from './sections/differences.js';
import { funnelSection } from './sections/funnel.js';
import { gridSections } from './sections/grid.js';
import { headSection } from './sections/head.js';
import { heatMapSection } from './sections/heat-map.js';
import { type Section, sectionHtml } from './sections/parts.js';
import { riskSection } from './sections/risk.js';
import { rowsSection } from './sections/rows.js';
import { scoresSection } from './sections/scores.js';
import { worstSection } from './sections/worst.js';
import { STYLE } from './style.js';

export type PageOptions = { readonly worst: number };

export function reportPage(data: ReportData, options: PageOptions): string {
  const sections = sectionsOf(data, options);
  const title = `${data.title} – Winnow report`;
  const contents = sections.map(({ id, title: name }) => html`<a href="#${id}">${name}</a>`);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${reportPolicy()}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${ownMarkup(STYLE)}</style>
</head>
<body>
<header><h1>${data.title}</h1><nav aria-label="Contents">${contents}</nav><p class="note">Every underlined number leads to the rows it was made of.<noscript> Without scripts it leads to all rows of its pipeline, and nothing can be sorted or filtered.</noscript></p></header>
<main>
${sections.map(sectionHtml)}
</main>
${ownMarkup(`<script>${SCRIPT}</script>`)}
</body>
</html>
`;
  return page.html;
}

function sectionsOf(data: ReportData, { worst }: PageOptions): Section[] {
  const links = linksFor(data);
  const compared = data.kind === 'run' && data.columns.length > 1 ? differencesSection(data, links) : undefined;
  return [
    headSection(data, links),
    ...gridSections(data, links),
    ...comparisonSections(data, links),
    scoresSection(data, links),
    compared,
    funnelSection(data, links),
    claimsSection(data, links),
    costSection(data, links),
    riskSection(data, links),
    heatMapSection(data, links),
    worstSection(data, worst),
    rowsSection(data, links),
  ].filter((section) => section !== undefined);
}

/** Also for a server that sends the report: its header must not forbid what is allowed here. */
export function reportPolicy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
}
