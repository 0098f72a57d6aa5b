/** The pages a sitemap lists. An index of sitemaps is followed one level down (sitemaps.org allows no more). */
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { messageOf, WinnowError } from '../../../core/errors.js';
import type { PageClient } from '../../../providers/fetch/pages.js';

export type SitemapPages = { readonly pages: readonly string[]; readonly notices: readonly string[] };

/** The protocol's own limit for one file. */
const MOST_BYTES = 50 * 1024 * 1024;
const MOST_SITEMAPS = 50;
const MOST_PAGES = 50_000;

export type SitemapEntries = { readonly kind: 'pages' | 'sitemaps'; readonly urls: readonly string[] };

/** Nothing where the text is no sitemap. */
export function parseSitemap(text: string): SitemapEntries | undefined {
  const root =
    /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:\w+:)?(urlset|sitemapindex)\b/.exec(
      text,
    )?.[1];
  if (root === undefined) return undefined;
  const urls: string[] = [];
  const path: string[] = [];
  let location = '';
  const isLocation = () => /^(?:url|sitemap)\/loc$/.test(path.slice(-2).join('/'));
  const parser = new Parser(
    {
      onopentag: (name) => void path.push(name.replace(/^\w+:(?=url$|sitemap$|loc$)/, '')),
      ontext: (piece) => {
        if (isLocation()) location += piece;
      },
      onclosetag: () => {
        if (isLocation() && location.trim() !== '') urls.push(location.trim());
        location = '';
        path.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return { kind: root === 'urlset' ? 'pages' : 'sitemaps', urls };
}

export type SitemapInput = { readonly http: PageClient; readonly signal: AbortSignal };

/** The text behind a URL, as it is or unpacked. */
async function load(url: string, { http, signal }: SitemapInput): Promise<string> {
  const { status, bytes, truncated } = await http.request({ url, signal, purpose: 'page', maxBytes: MOST_BYTES });
  if (status < 200 || status >= 300)
    throw new WinnowError('unavailable', `${url} answered with status ${status}. Check the address.`);
  if (truncated)
    throw new WinnowError('unreadable', `${url} is larger than ${MOST_BYTES} bytes. Give a list of URLs instead.`);
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new TextDecoder().decode(packed ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes);
}

/** The pages of the sitemap at this URL. */
export async function readSitemap(url: string, input: SitemapInput): Promise<SitemapPages> {
  const entries = parseSitemap(await load(url, input));
  if (!entries)
    throw new WinnowError('unreadable', `${url} is not a sitemap: neither <urlset> nor <sitemapindex> is its root.`);
  return listedIn(entries, input);
}

export async function listedIn(entries: SitemapEntries, input: SitemapInput): Promise<SitemapPages> {
  if (entries.kind === 'pages') return bounded(entries.urls, []);
  const [pages, notices]: [string[], string[]] = [[], []];
  if (entries.urls.length > MOST_SITEMAPS)
    notices.push(`only the first ${MOST_SITEMAPS} of ${entries.urls.length} sitemaps are read`);
  for (const url of entries.urls.slice(0, MOST_SITEMAPS)) {
    input.signal.throwIfAborted();
    try {
      const inner = parseSitemap(await load(url, input));
      if (inner?.kind === 'pages') pages.push(...inner.urls);
      else notices.push(`not read: ${url} (not a list of pages)`);
    } catch (error) {
      notices.push(`not read: ${url} (${messageOf(error)})`);
    }
  }
  return bounded(pages, notices);
}

function bounded(urls: readonly string[], notices: readonly string[]): SitemapPages {
  const pages = [...new Set(urls)];
  if (pages.length <= MOST_PAGES) return { pages, notices };
  return {
    pages: pages.slice(0, MOST_PAGES),
    notices: [...notices, `only the first ${MOST_PAGES} of ${pages.length} pages are read`],
  };
}
