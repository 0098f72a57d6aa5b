/**
 * Pages of the web into a corpus: one address, a sitemap, an index of sitemaps, a list of URLs. A server on loopback
 * stands in for the web.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingest, openCorpus, openSource, type Unread } from '../src/engine/corpora/index.js';
import { createHttpClient, type HttpClient } from '../src/providers/http.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-web-'));
const { signal } = new AbortController();
let [server, http, origin]: [Server, HttpClient, string] = [createServer(), createHttpClient(), ''];
let pages: Record<string, string> = {};
let [inFlight, most] = [0, 0];

beforeAll(async () => {
  server = createServer((request, response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      const page = pages[request.url ?? ''];
      if (page === undefined) response.writeHead(404).end();
      else if (request.url?.endsWith('.gz'))
        response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(page));
      else
        response
          .writeHead(200, { 'content-type': request.url?.endsWith('.xml') ? 'application/xml' : 'text/html' })
          .end(page);
    }, 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  http = createHttpClient({ testing: { treatAsPublic: [`127.0.0.1:${port}`] } });
  const names = Array.from({ length: 9 }, (_, at) => `/page${at}`);
  pages = Object.fromEntries(
    names.map((name, at) => [
      name,
      `<html><title>Page ${at}</title><body><h1>Page ${at}</h1><p>Here lives animal number${at}.</p></body></html>`,
    ]),
  );
  const urls = (some: readonly string[]) => some.map((name) => `<url><loc>${origin}${name}</loc></url>`).join('');
  pages['/sitemap.xml'] =
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls([...names, '/gone', '/page0'])}</urlset>`;
  pages['/part.xml.gz'] = `<urlset>${urls(['/page1', '/page2'])}</urlset>`;
  pages['/index.xml'] =
    `<sitemapindex><sitemap><loc> ${origin}/part.xml.gz </loc></sitemap><sitemap><loc>${origin}/lost.xml</loc></sitemap></sitemapindex>`;
  pages['/feed.xml'] = '<rss><channel/></rss>';
});
afterAll(async () => {
  await http.close();
  server.close();
  rmSync(folder, { recursive: true });
});

async function read(given: string, name: string) {
  const unread: Unread[] = [];
  const source = await openSource(given, { http, signal });
  const counts = await ingest({
    place: { dataDirectory: folder, name },
    sources: [source],
    embedder: undefined,
    signal,
    onUnread: (what) => unread.push(what),
  });
  return { counts, unread, notices: source.notices };
}

test('one page, found again under its address; a changed page replaces what it said', async () => {
  const url = `${origin}/page3`;
  expect((await read(url, 'one')).counts).toMatchObject({ documents: 1, passages: 1 });
  expect((await read(url, 'one')).counts).toMatchObject({ documents: 0, unchanged: 1 });
  pages['/page3'] = '<html><title>Page 3</title><body><h1>Page 3</h1><p>It moved away.</p></body></html>';
  expect((await read(url, 'one')).counts).toMatchObject({ documents: 1 });
  const corpus = await openCorpus({ dataDirectory: folder, name: 'one' });
  expect((await corpus.search({ query: 'number3', signal })).hits).toEqual([]);
  expect((await corpus.search({ query: 'moved', signal })).hits[0]).toMatchObject({
    id: `${url}#0`,
    source: { id: url, url, title: 'Page 3' },
  });
  await corpus.close();
});

test('a sitemap: every page once, a few at a time, and what is gone is reported', async () => {
  most = 0;
  const { counts, unread } = await read(`${origin}/sitemap.xml`, 'map');
  expect(counts).toMatchObject({ documents: 9, passages: 9, unchanged: 0, unread: 1, withoutVector: 0 });
  expect(unread).toEqual([{ what: `${origin}/gone`, why: expect.stringContaining('status 404') }]);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test('an index of sitemaps, one of them packed and one missing', async () => {
  const { counts, notices } = await read(`${origin}/index.xml`, 'maps');
  expect(counts).toMatchObject({ documents: 2, unread: 0 });
  expect(notices).toEqual([expect.stringMatching(/not read: .*lost\.xml.*404/)]);
});

test('a file with one URL a line, and a sitemap that was saved', async () => {
  const [list, saved] = [join(folder, 'urls.txt'), join(folder, 'saved.xml')];
  writeFileSync(list, `# pages\n${origin}/page4\n\n${origin}/page5\n`);
  writeFileSync(saved, pages['/sitemap.xml'] as string);
  expect((await read(list, 'list')).counts).toMatchObject({ documents: 2 });
  expect((await read(saved, 'saved')).counts).toMatchObject({ documents: 9, unread: 1 });
});

test('what is no sitemap is said to be none; without the stand-in loopback is refused', async () => {
  await expect(openSource(`${origin}/feed.xml`, { http, signal })).rejects.toThrow(/is not a sitemap/);
  const guarded = createHttpClient();
  const source = await openSource(`${origin}/page1`, { http: guarded, signal });
  const unread: Unread[] = [];
  const place = { dataDirectory: folder, name: 'guarded' };
  await ingest({ place, sources: [source], embedder: undefined, signal, onUnread: (what) => unread.push(what) });
  expect(unread).toHaveLength(1);
  await guarded.close();
});
