/** Hits of a search as text with the query's words marked, and as JSON. */
import type { CorpusHits } from '../engine/corpora/index.js';
import type { Explanation, IndexHit } from '../providers/index/types.js';
import { highlights, type Snippet, snippet } from '../text/highlight.js';
import { oneLine, printable, type Style } from './terminal.js';

export function asJson(hits: readonly IndexHit[]): object[] {
  return hits.map(({ id, source, score, text, explanation }, at) => {
    const { title, url } = source;
    return { rank: at + 1, id, doc: source.id, score, title, url, text, ...(explanation && { explanation }) };
  });
}

type RenderOptions = { readonly language: string; readonly style: Style };

export function renderHits({ hits, query }: CorpusHits, { language, style }: RenderOptions): string {
  if (hits.length === 0) return 'Nothing was found.';
  return hits
    .map((hit, at) => {
      const { source, headings, location, score, explanation } = hit;
      const text = printable(hit.text);
      const path = [
        source.title || source.id,
        ...headings.filter((heading) => heading !== source.title),
        ...(location === undefined ? [] : [location]),
      ].join(' > ');
      const shown = snippet(text, highlights(text, query.node ?? query.text, language));
      return [
        `${`${at + 1}.`.padEnd(3)} ${style.bold(oneLine(path))}  ${style.dim(score.toFixed(3))}`,
        `    ${style.dim(oneLine(source.url))}`,
        `    ${marked(shown, style)}`,
        ...(explanation ? explained(explanation, 2) : []),
      ].join('\n');
    })
    .join('\n');
}

/** Bold where there is colour, else between stars. */
function marked({ text, marks }: Snippet, style: Style): string {
  const emphasise = (word: string) => (style.bold(word) === word ? `**${word}**` : style.bold(word));
  let [line, from] = ['', 0];
  for (const { start, end } of marks) {
    line += text.slice(from, start) + emphasise(text.slice(start, end));
    from = end;
  }
  return (line + text.slice(from)).replace(/\s+/g, ' ').trim();
}

function explained({ value, what, parts = [] }: Explanation, depth: number): string[] {
  return [
    `${'  '.repeat(depth)}${value.toFixed(4)}  ${oneLine(what)}`,
    ...parts.flatMap((part) => explained(part, depth + 1)),
  ];
}
