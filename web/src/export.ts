/** An answer to take away: as text, with or without citations, as Markdown, as JSON. */
import type { Result } from './types.js';

export function plainText({ answer }: Result): string {
  return answer.text;
}

/** Marks go behind each sentence, from the last to the first, so that offsets stay true. */
export function citedText({ answer, sources }: Result): string {
  let { text } = answer;
  for (const { end, sources: numbers } of answer.claims.toSorted((a, b) => b.end - a.end)) {
    const marks = numbers.map((n) => `[${n}]`).join('');
    if (marks) text = `${text.slice(0, end)} ${marks}${text.slice(end)}`;
  }
  const cited = new Set(answer.claims.flatMap((claim) => claim.sources));
  const list = sources.filter(({ n }) => cited.has(n)).map(({ n, title, url }) => `[${n}] ${title}: ${url}`);
  return list.length > 0 ? `${text}\n\n${list.join('\n')}` : text;
}

export function markdown(result: Result): string {
  const { question, answer, confidence, pipeline } = result;
  const doubtful = answer.claims.filter(({ verdict }) => verdict !== undefined && verdict !== 'supported');
  const lines = [`# ${question}`, ''];
  if (answer.short && answer.short !== answer.text) lines.push(`**${answer.short}**`, '');
  lines.push(citedText(result), '');
  if (doubtful.length > 0)
    lines.push('Not carried by a source:', '', ...doubtful.map(({ text, verdict }) => `- ${verdict}: ${text}`), '');
  lines.push(
    `Confidence ${confidence === undefined ? 'unknown' : confidence.toFixed(2)}; pipeline ${pipeline}; made with Winnow.`,
  );
  return `${lines.join('\n')}\n`;
}

export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Without a clipboard (an address that is not secure) the text is selected and copied the old way. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = Object.assign(document.createElement('textarea'), { value: text });
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
