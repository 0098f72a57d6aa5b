/** What the check of every sentence said, per pipeline. */
import type { Verdict } from '../../../core/data.js';
import type { Column, ReportData } from '../data.js';
import { percent } from '../figures.js';
import { html, type Part } from '../html.js';
import type { Links } from '../links.js';
import { columnName, note, type Section, table } from './parts.js';

const VERDICTS: readonly Verdict[] = ['supported', 'partial', 'contradicted', 'unsupported', 'unchecked'];

export function claimsSection({ columns }: ReportData, links: Links): Section | undefined {
  const claims = columns.map((column) => column.rows.flatMap(({ row }) => row.claims));
  if (claims.flat().length === 0) return undefined;
  const body = [
    table({
      caption: 'Sentences of the answers by verdict (the link shows the questions with at least one)',
      head: ['', 'sentences', ...VERDICTS, 'repaired', 'claims nothing'],
      rows: columns.map((column, at) => claimsRow(column, claims[at] ?? [], links)),
    }),
    note(
      'partial: sources carry a part and say nothing of the rest; contradicted: they say otherwise; unsupported: they do not say it; unchecked: it could not be told.',
    ),
  ];
  return { id: 'claims', title: 'Sentences and their sources', body };
}

type Claims = Column['rows'][number]['row']['claims'];

function claimsRow(column: Column, claims: Claims, links: Links): Part[] {
  const columns = [column.at];
  const share = (count: number) => html` <small>${claims.length === 0 ? '–' : percent(count / claims.length)}</small>`;
  const having = (verdict: Verdict) => claims.filter((claim) => claim.verdict === verdict).length;
  const repaired = claims.filter((claim) => claim.repaired !== undefined).length;
  const unchecked = claims.filter((claim) => claim.verdict === undefined).length;
  return [
    columnName(column),
    links.figure(String(claims.length), { columns, tag: 'status: answered' }),
    ...VERDICTS.map((verdict) => [
      links.figure(String(having(verdict)), { columns, tag: `verdict: ${verdict}` }),
      share(having(verdict)),
    ]),
    links.figure(String(repaired), { columns, tag: 'sentence: repaired' }),
    links.figure(String(unchecked), { columns, tag: 'verdict: none' }),
  ];
}
