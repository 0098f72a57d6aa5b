/** A result as text: the answer with marks like [1] after each sentence, then the sources; with `verify`, the verdict and quote of each sentence. */
import type { Claim, Result } from '../core/data.js';
import { printable, type Style } from './terminal.js';

export type RenderOptions = { readonly verify?: boolean | undefined };

export function renderResult({ answer, sources }: Result, style: Style, { verify = false }: RenderOptions = {}): string {
  const lines = [printable(withMarks(answer))];
  if (verify && answer.claims.length > 0)
    lines.push('', style.bold('Verification'), ...answer.claims.flatMap((claim) => verdictLines(claim, style)));
  if (sources.length > 0) lines.push('', style.bold('Sources'));
  for (const { n, title, url, passages } of sources) {
    lines.push(`[${n}] ${printable(title || url)}`, `    ${printable(url)}`);
    const headings = [...new Set(passages.map((passage) => passage.headings.join(' > ')).filter(Boolean))];
    for (const heading of headings) lines.push(style.dim(`    ${printable(heading)}`));
  }
  return lines.join('\n');
}

/** "supported  It is 41 m long." and below it what the source says, and what was done to the sentence. */
function verdictLines({ text, verdict, evidence = [], repaired }: Claim, style: Style): string[] {
  if (verdict === undefined) return [style.dim(`claims nothing  ${oneLine(text)}`)];
  const quotes = evidence.map(({ n, quote, start, end }) => style.dim(`    [${n}] ${start}-${end}: "${oneLine(quote)}"`));
  const done = repaired === undefined ? [] : [`    ${oneLine(repaired)}`];
  return [`${verdict === 'supported' ? verdict : style.warn(verdict)}  ${oneLine(text)}`, ...quotes, ...done];
}

const oneLine = (text: string): string => printable(text.replace(/\s+/g, ' ').trim());

/** "It is 41 m long. It opened in 1888." -> "It is 41 m long. [1] It opened in 1888. [2]" */
function withMarks({ text, claims, status }: Result['answer']): string {
  if (status === 'abstained') return text;
  let [marked, from] = ['', 0];
  for (const { end, sources } of claims) {
    const marks = sources.length > 0 ? sources.map((n) => `[${n}]`).join('') : '[no source]';
    marked += `${text.slice(from, end)} ${marks}`;
    from = end;
  }
  return marked + text.slice(from);
}
