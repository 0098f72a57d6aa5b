/** The cache of pages on disk: fresh pages, conditional requests, what is not kept, its size. */
import { statSync, truncateSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { failure } from './support/page-server.js';
import { asked, fetcherFor, filesIn, html, serve, signal, text } from './support/page-server-fetcher.js';

describe('the cache', () => {
  const versioned = (headers: Record<string, string>): { page: RequestListener; version: { n: number } } => {
    const version = { n: 1 };
    const page: RequestListener = (request, response) => {
      const etag = `"v${version.n}"`;
      const same = request.headers['if-none-match'] === etag;
      response.writeHead(same ? 304 : 200, { 'content-type': 'text/html', etag, ...headers });
      response.end(same ? undefined : html(`<p>Version ${version.n}.</p>`));
    };
    return { page, version };
  };
  const without = { config: { robots: false } };

  test('asks whether a page changed, and takes it from disk where it did not', async () => {
    const { page, version } = versioned({});
    const host = await serve({ '/a': page });
    const { fetcher, folder } = fetcherFor([host], without);
    const read = async () => (await fetcher.fetch(`${host.origin}/a#part`, { signal })).text;
    expect([await read(), await read()]).toEqual([
      expect.stringContaining('Version 1.'),
      expect.stringContaining('Version 1.'),
    ]);
    version.n = 2;
    expect(await read()).toContain('Version 2.');
    expect(
      await fetcherFor([host], { ...without, folder }).fetcher.fetch(`${host.origin}/a`, { signal }),
    ).toMatchObject({ title: 'T' });
    expect(host.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', '"v1"', '"v2"']);
  });

  test('does not ask at all while a page is fresh', async () => {
    const { page } = versioned({ 'cache-control': 'public, max-age=60', age: '10' });
    const host = await serve({ '/a': page });
    const { fetcher, time } = fetcherFor([host], without);
    const read = () => fetcher.fetch(`${host.origin}/a`, { signal });
    await read();
    time.ms += 49_000;
    await read();
    expect(host.seen).toHaveLength(1);
    time.ms += 2000;
    await read();
    expect(host.seen).toHaveLength(2);
  });

  test.each([
    [{ 'cache-control': 'no-store, max-age=60' }, 0],
    [{ vary: '*', 'cache-control': 'max-age=60' }, 0],
    [{ 'cache-control': 'max-age=nonsense' }, 1],
    [{ 'cache-control': 'no-cache, max-age=60' }, 1],
    [{ expires: 'Thu, 01 Jan 2026 01:00:00 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, 1],
    [{ expires: '0' }, 1],
  ])('keeps a page with %j: %i file', async (headers, files) => {
    const host = await serve({ '/a': versioned(headers as never).page });
    const { fetcher, folder } = fetcherFor([host], without);
    await fetcher.fetch(`${host.origin}/a`, { signal });
    expect(filesIn(folder)).toHaveLength(files);
  });

  test('keeps no errors, no cookies and no page that was cut', async () => {
    const host = await serve({
      '/gone': (_request, response) => response.writeHead(404, { etag: '"x"' }).end('gone'),
      '/long': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html', etag: '"x"' }).end(html('<p>long </p>'.repeat(1000))),
      '/cookie': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html', etag: '"x"', 'set-cookie': 'session=hidden' }).end(text),
    });
    const { fetcher, folder } = fetcherFor([host], { config: { robots: false, maxBytes: 2000 } });
    for (const path of ['/gone', '/long', '/cookie']) await failure(fetcher.fetch(`${host.origin}${path}`, { signal }));
    expect(filesIn(folder)).toHaveLength(1);
  });

  test('stays within its size; what was used last stays', async () => {
    const big =
      (name: string): RequestListener =>
      (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=9999' })
          .end(html(`<p>${name} ${'word '.repeat(2000)}</p>`));
    const names = Array.from({ length: 12 }, (_, at) => `/${at}`);
    const host = await serve(Object.fromEntries(names.map((name) => [name, big(name)])));
    const { fetcher, folder, time } = fetcherFor([host], { config: { robots: false, cache: { maxBytes: 60_000 } } });
    for (const name of names) {
      time.ms += 1000;
      await fetcher.fetch(`${host.origin}${name}`, { signal });
      await fetcher.fetch(`${host.origin}/0`, { signal });
    }
    expect(filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(60_000);
    expect(asked(host).filter((url) => url === '/0')).toHaveLength(1);
    await fetcher.fetch(`${host.origin}/1`, { signal });
    expect(asked(host).filter((url) => url === '/1')).toHaveLength(2);
  });

  test('that is damaged or switched off is as good as empty', async () => {
    const { page } = versioned({ 'cache-control': 'max-age=60' });
    const host = await serve({ '/a': page });
    const { fetcher, folder } = fetcherFor([host], without);
    await fetcher.fetch(`${host.origin}/a`, { signal });
    for (const file of filesIn(folder)) truncateSync(file, statSync(file).size - 5);
    expect((await fetcher.fetch(`${host.origin}/a`, { signal })).text).toContain('Version 1.');
    const off = fetcherFor([host], { config: { robots: false, cache: { maxBytes: 0 } } });
    await off.fetcher.fetch(`${host.origin}/a`, { signal });
    expect([host.seen.length, filesIn(off.folder)]).toEqual([3, []]);
  });
});
