/** The web searcher: the atomic question goes to the search engine as it is, and the snippets are the passages. Reading the pages is an option. */
import type { Hit, Passage, Scored } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import { stage } from '../../core/stage.js';
import { readPages } from '../../stages/read-pages.js';
import { relevanceOf } from '../../stages/relevance.js';
import { searchWeb } from '../../stages/search-web.js';
import { contextual, passagesOf } from '../../stages/select-sections.js';
import type { LevelRagOptions } from './options.js';
import type { Searched, Searcher } from './searcher.js';

export function webSearcher({ search, fetcher, local }: Parts, options: LevelRagOptions): Searcher {
  const find = searchWeb({ engine: search, hitsPerQuery: options.documents });
  const read = readPages({ fetcher, ...options });
  return stage('search-web-snippets', async ({ atomic }, run): Promise<Searched> => {
    const hits = await find([atomic], run);
    const outcome = (passages: readonly Scored<Passage>[], stopped: string): Searched => ({
      searcher: 'web',
      queries: [atomic],
      passages,
      stopped,
    });
    if (!options.fetchPages) return outcome(hits.flatMap(snippetOf), 'snippets are not refined');
    const passages = (await read(hits, run)).flatMap(passagesOf);
    const relevance = await relevanceOf(atomic, passages.map(contextual), { local, rerankTop: 0 }, run);
    const ranked = passages
      .map((passage, at) => ({ ...passage, score: relevance[at]?.score ?? 0 }))
      .sort((one, other) => other.score - one.score);
    return outcome(ranked.slice(0, options.documents), 'pages are not refined');
  });
}

function snippetOf({ url, title, snippet, date }: Hit, rank: number): Scored<Passage>[] {
  const source = { id: url, url, title, ...(date !== undefined && { date }) };
  if (snippet.trim() === '') return [];
  return [{ id: `${url}#snippet`, source, headings: [], text: snippet, start: 0, end: snippet.length, score: 1 / (rank + 1) }];
}
