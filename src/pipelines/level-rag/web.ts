/**
 * The web searcher: the atomic question goes to the search engine as it is, and the snippets are the passages. Reading
 * the pages is an option.
 */
import type { Hit, Passage, Scored } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import { passagesOf } from '../../core/passages.js';
import { stage } from '../../core/stage.js';
import { readPages } from '../../stages/read-pages.js';
import { relevanceOf } from '../../stages/relevance.js';
import { searchWeb } from '../../stages/search-web.js';
import { contextual } from '../../stages/select-sections.js';
import type { LevelRagOptions } from './options.js';
import type { Searcher, SearcherResult } from './searcher.js';

export function webSearcher({ search, fetcher, local }: Parts, options: LevelRagOptions): Searcher {
  const find = searchWeb({ engine: search, hitsPerQuery: options.documents });
  const read = readPages({ fetcher, concurrency: options.concurrency, pageTimeoutMs: options.pageTimeoutMs });
  return stage('search-web-snippets', async ({ atomic }, run): Promise<SearcherResult> => {
    const hits = await find([atomic], run);
    const outcome = (passages: readonly Scored<Passage>[], stopped: string): SearcherResult => ({
      searcher: 'web',
      queries: [atomic],
      passages,
      stopped,
    });
    if (!options.fetchPages) return outcome(hits.flatMap(snippetOf), 'snippets are not refined');
    const passages = (await read(hits, run)).flatMap(({ document }) => passagesOf(document));
    const relevance = await relevanceOf(atomic, passages.map(contextual), { local, rerankTop: 0 }, run);
    const ranked = passages
      .map((passage, at) => ({ ...passage, score: relevance[at]?.score ?? 0 }))
      .sort((one, other) => other.score - one.score);
    return outcome(ranked.slice(0, options.documents), 'pages are not refined');
  });
}

const SNIPPET = '#snippet';

function snippetOf({ url, title, snippet, date }: Hit, rank: number): Scored<Passage>[] {
  const source = { id: url, url, title, ...(date !== undefined && { date }) };
  const text = withoutTables(snippet);
  if (text === '') return [];
  return [{ id: `${url}${SNIPPET}`, source, headings: [], text, start: 0, end: text.length, score: 1 / (rank + 1) }];
}

/**
 * A snippet is a table on one line: "| Bridge | Year | | --- | --- | | Kestrel | 1888 |" -> "Bridge Year Kestrel 1888".
 */
function withoutTables(text: string): string {
  return text
    .replace(/(?<=^|[\s|]):?-{3,}:?(?=[\s|]|$)|\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Without the snippets that a passage of the same page holds: its offsets are true, a snippet's are not. */
export function withoutCoveredSnippets(searched: readonly SearcherResult[]): SearcherResult[] {
  const isSnippet = ({ id }: Passage) => id.endsWith(SNIPPET);
  const texts = new Map<string, string[]>();
  for (const { source, text } of searched.flatMap(({ passages }) => passages.filter((passage) => !isSnippet(passage))))
    texts.set(source.url, [...(texts.get(source.url) ?? []), withoutTables(text)]);
  const isCovered = ({ source, text }: Passage) =>
    texts.get(source.url)?.some((whole) => whole.includes(text)) ?? false;
  return searched.map((one) => ({
    ...one,
    passages: one.passages.filter((passage) => !isSnippet(passage) || !isCovered(passage)),
  }));
}
