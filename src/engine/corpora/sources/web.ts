/**
 * Web pages, a few at a time and in order. A page's id is the address it was listed under, so that a redirect does not
 * make a second document.
 */
import { messageOf } from '../../../core/errors.js';
import type { PageClient } from '../../../providers/fetch/pages.js';
import { createWebFetcher } from '../../../providers/fetch/web.js';
import type { Parser } from '../../../providers/parse/index.js';
import { fingerprint } from './fingerprint.js';
import type { SitemapPages } from './sitemap.js';
import type { FoundDocument, Source, SourceItem, Unread } from './types.js';

/** As many as a browser opens to one host. */
const AT_ONCE = 4;

type Outcome = { readonly found: FoundDocument } | { readonly unread: Unread };

type Reading = { readonly http: PageClient; readonly parse: Parser };

export function webSource({ pages, notices }: SitemapPages, { http, parse }: Reading): Source {
  return { total: pages.length, unit: 'pages', notices, items: (signal) => readPages(pages, { http, parse, signal }) };
}

async function* readPages(
  pages: readonly string[],
  { http, parse, signal }: Reading & { readonly signal: AbortSignal },
): AsyncGenerator<SourceItem> {
  const fetcher = createWebFetcher({ http, parse });
  const readOne = async (url: string): Promise<Outcome> => {
    try {
      const document = { ...(await fetcher.fetch(url, { signal })), id: url };
      const content = fingerprint(document.url, document.title, document.text);
      return { found: { id: url, content, isRecord: false, document: async () => document } };
    } catch (error) {
      return { unread: { what: url, why: messageOf(error) } };
    }
  };
  const ahead: Promise<Outcome>[] = [];
  for (let at = 0; at < pages.length; at += 1) {
    while (ahead.length < AT_ONCE && at + ahead.length < pages.length)
      ahead.push(readOne(pages[at + ahead.length] as string));
    const outcome = await (ahead.shift() as Promise<Outcome>);
    signal.throwIfAborted();
    yield { position: at + 1, ...outcome };
  }
}
