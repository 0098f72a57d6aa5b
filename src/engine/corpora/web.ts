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
/** So many passages are looked at for the pages they stand on. */
const PASSAGES = 60;

export function corpusWeb(corpus: Corpus): CorpusWeb {
  const ids = new Map<string, string>();
  const { language } = corpus.describe();
  return {
    search: {
      name: 'corpus',
      takesQuestions: true,
      search: async (query, { limit, signal }) => {
        const { hits } = await corpus.search({ query, k: Math.max(limit, PASSAGES), signal });
        const urls = [...new Set(hits.map(({ source }) => source.url))].slice(0, limit);
        for (const { source } of hits) ids.set(source.url, source.id);
        return urls.map((url) =>
          hitOf(
            hits.filter(({ source }) => source.url === url),
            query,
            language,
          ),
        );
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

/** A page by its best passage. */
function hitOf(found: readonly IndexHit[], query: string, language: string): Hit {
  const { source, text } = found[0] as IndexHit;
  const { url, title, date } = source;
  const shown = snippet(text, highlights(text, query, language), PREVIEW_CHARACTERS)
    .text.replace(/\s+/g, ' ')
    .trim();
  const places = found.map(({ start, end, score }) => ({ start, end, score }));
  return { url, title, snippet: shown, ...(date !== undefined && { date }), places };
}
