/** A result as text: the answer with marks like [1] after each sentence, then the sources. */
import type { Result } from '../core/data.js';
import { printable, type Style } from './terminal.js';

export function renderResult({ answer, sources }: Result, style: Style): string {
  const lines = [printable(withMarks(answer))];
  if (sources.length > 0) lines.push('', style.bold('Sources'));
  for (const { n, title, url, passages } of sources) {
    lines.push(`[${n}] ${printable(title || url)}`, `    ${printable(url)}`);
    const headings = [...new Set(passages.map((passage) => passage.headings.join(' > ')).filter(Boolean))];
    for (const heading of headings) lines.push(style.dim(`    ${printable(heading)}`));
  }
  return lines.join('\n');
}

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
