/** The configured fetcher before pages on loopback servers, with a data directory and a clock of its own. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { z } from 'zod';
import { fetchSchema } from '../../src/engine/config/web.js';
import { createPageFetcher, type PageFetcherParts } from '../../src/engine/page-fetcher.js';
import { parseDocument } from '../../src/providers/parse/index.js';
import { clientFor, type Site, site } from './page-server.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-pages-'));
afterAll(() => rmSync(root, { recursive: true }));
export const { signal } = new AbortController();
export const html = (body: string, head = '') =>
  `<html><head><title>T</title>${head}</head><body><h1>T</h1>${body}</body></html>`;
export const text = html('<p>The bridge opened in 1888.</p>');

export type Pages = Record<string, string | RequestListener>;
export const serve = (pages: Pages) =>
  site((request, response) => {
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') return void page(request, response);
    const type = request.url === '/robots.txt' ? 'text/plain' : 'text/html';
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': type }).end(page ?? 'not here');
  });

/** A clock that is moved by hand. */
const start = Date.parse('2026-01-01T00:00:00Z');
const clockAt = () => {
  const time = { ms: start };
  return { time, clock: { monotonicMs: () => time.ms, now: () => new Date(time.ms).toISOString() } };
};

export type Setup = { config?: z.input<typeof fetchSchema>; parts?: Partial<PageFetcherParts>; folder?: string };
export function fetcherFor(
  sites: readonly Site[],
  { config = {}, parts = {}, folder = mkdtempSync(join(root, 'd-')) }: Setup = {},
) {
  const { time, clock } = clockAt();
  const http = clientFor(sites);
  const base = { http, environment: {}, dataDirectory: folder, parse: parseDocument, clock };
  const settings = fetchSchema.parse({ perHost: { delayMs: 0 }, ...config });
  return { ...createPageFetcher(settings, { ...base, ...parts }), time, folder };
}
export const asked = ({ seen }: Site) => seen.map(({ url }) => url);

/** What the cache holds. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'pages')).map((name) => join(folder, 'pages', name));
  } catch {
    return [];
  }
}
