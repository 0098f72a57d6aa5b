/**
 * A result as text: the answer with marks like [1] after each sentence, the sources, and where they disagree; with
 * `verify`, the verdict and quote of each sentence.
 */
import type { Claim, Conflict, Result } from '../core/data.js';
import { markedAnswer, shortBefore } from '../text/marked-answer.js';
import { oneLine, printable, type Style } from './terminal.js';

export type RenderOptions = { readonly verify?: boolean | undefined };

export function renderResult(
  { answer, sources, confidence, conflicts = [] }: Result,
  style: Style,
  { verify = false }: RenderOptions = {},
): string {
  const lines = [...shortLines(answer, style), printable(markedAnswer({ answer, sources }, 'numbers').text)];
  if (answer.corrects !== undefined && answer.corrects !== answer.text) lines.push('', printable(answer.corrects));
  if (confidence !== undefined && answer.status === 'answered') lines.push('', confidenceLine(confidence, style));
  if (verify && answer.claims.length > 0)
    lines.push('', style.bold('Verification'), ...answer.claims.flatMap((claim) => verdictLines(claim, style)));
  const contradicted = answer.claims.filter(({ verdict }) => verdict === 'contradicted');
  if (!verify && contradicted.length > 0)
    lines.push(
      '',
      style.bold('The sources say otherwise'),
      ...contradicted.flatMap((claim) => verdictLines(claim, style)),
    );
  if (sources.length > 0) lines.push('', style.bold('Sources'));
  for (const { n, title, url, passages } of sources) {
    lines.push(`[${n}] ${oneLine(title || url)}`, `    ${oneLine(url)}`);
    const headings = [
      ...new Set(
        passages.map(({ headings: path, location }) => [...path, location].filter(Boolean).join(' > ')).filter(Boolean),
      ),
    ];
    for (const heading of headings) lines.push(style.dim(`    ${oneLine(heading)}`));
  }
  if (conflicts.length > 0)
    lines.push('', style.bold('Sources disagree'), ...conflicts.flatMap((conflict) => conflictLines(conflict, style)));
  return lines.join('\n');
}

/** The short answer on a line of its own, the evidence under it; nothing where the text is no longer than that. */
function shortLines(answer: Result['answer'], style: Style): string[] {
  const short = shortBefore(answer);
  return short === undefined ? [] : [style.bold(oneLine(short)), ''];
}

/** Why the answer follows the first, then each page with its date and what it says. */
function conflictLines({ says, why }: Conflict, style: Style): string[] {
  const quotes = says.flatMap(({ date, title, url, quote }) => [
    `  ${oneLine(date?.slice(0, 10) ?? 'no date')}  ${oneLine(title || url)}: "${oneLine(quote)}"`,
    style.dim(`    ${oneLine(url)}`),
  ]);
  return [`${oneLine(why.charAt(0).toUpperCase() + why.slice(1))}.`, ...quotes];
}

/** "Confidence 0.82 (0 to 1: how likely the answer is right)" */
function confidenceLine(confidence: number, style: Style): string {
  return `Confidence ${confidence.toFixed(2)} ${style.dim('(0 to 1: how likely the answer is right)')}`;
}

/** "supported  It is 41 m long." and below it what the source says, and what was done to the sentence. */
function verdictLines({ text, verdict, evidence = [], repaired }: Claim, style: Style): string[] {
  if (verdict === undefined) return [style.dim(`claims nothing  ${oneLine(text)}`)];
  const quotes = evidence.map(({ n, url, quote, start, end }) =>
    style.dim(`    ${n === undefined ? oneLine(url) : `[${n}]`} ${start}-${end}: "${oneLine(quote)}"`),
  );
  const done = repaired === undefined ? [] : [`    ${oneLine(repaired)}`];
  return [`${verdict === 'supported' ? verdict : style.warn(verdict)}  ${oneLine(text)}`, ...quotes, ...done];
}
