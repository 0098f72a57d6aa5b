/** A corpus through the ports of a search engine and a fetcher, so that any pipeline answers from it. */
import type { Hit } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import type { Fetcher, SearchEngine } from '../../core/ports.js';
import type { IndexHit } from '../../providers/index/types.js';
import { highlights, snippet } from '../../text/highlight.js';
import type { Corpus } from './corpus.js';

export type CorpusWeb = { readonly search: SearchEngine; readonly fetcher: Fetcher };

/** About what search engines show. */
const PREVIEW_CHARACTERS = 300;

export function corpusWeb(corpus: Corpus): CorpusWeb {
  const ids = new Map<string, string>();
  const { language } = corpus.describe();
  return {
    search: {
      name: 'corpus',
      search: async (query, { limit, signal }) => {
        const { hits } = await corpus.search({ query, k: limit, by: 'doc', signal });
        for (const { source } of hits) ids.set(source.url, source.id);
        return hits.map((hit) => hitOf(hit, query, language));
      },
    },
    fetcher: {
      name: 'corpus',
      fetch: async (url) => {
        const id = ids.get(url) ?? (await corpus.idOf(url));
        const document = id === undefined ? undefined : await corpus.document(id);
        if (document) return document;
        throw new WinnowError('unavailable', `The corpus "${corpus.name}" has no page ${url}.`);
      },
    },
  };
}

function hitOf({ source: { url, title, date }, text }: IndexHit, query: string, language: string): Hit {
  const shown = snippet(text, highlights(text, query, language), PREVIEW_CHARACTERS);
  return { url, title, snippet: shown.text.replace(/\s+/g, ' ').trim(), ...(date !== undefined && { date }) };
}
