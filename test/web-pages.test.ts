/**
 * Pages through the configured fetcher, against servers on loopback: what is not read and how that is named, and other
 * ways to a page.
 */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { WinnowError } from '../src/core/errors.js';
import { unreadKindOf } from '../src/core/unread.js';
import { withLocal } from '../src/engine/page-fetcher.js';
import { document, fakeWeb } from '../src/testing/index.js';
import { failure, site } from './support/page-server.js';
import { asked, fetcherFor, filesIn, html, serve, signal, text } from './support/page-server-fetcher.js';

describe('what is not read is named', () => {
  const locked =
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","isAccessibleForFree":"False"}</script>';
  const spa = html(
    '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/x.js"></script>',
  );
  const cases: readonly (readonly [string, string | RequestListener, string])[] = [
    ['a page that is not there', (_request, response) => response.writeHead(404).end(), 'not-found'],
    ['a page that is gone', (_request, response) => response.writeHead(410).end(), 'not-found'],
    ['a page behind a login', (_request, response) => response.writeHead(401).end(), 'blocked'],
    ['a page not for programs', (_request, response) => response.writeHead(403).end(), 'blocked'],
    ['a host that is asked too often', (_request, response) => response.writeHead(429).end(), 'blocked'],
    ['a captcha', (_request, response) => response.writeHead(503, { 'cf-mitigated': 'challenge' }).end(), 'blocked'],
    ['a page to be paid for', (_request, response) => response.writeHead(402).end(), 'paywall'],
    ['a page that says it is not free', html('<p>The first lines.</p>', locked), 'paywall'],
    [
      'a page marked as not free',
      html('<p>The first lines.</p><meta itemprop="isAccessibleForFree" content="https://schema.org/False">'),
      'paywall',
    ],
    [
      'a page in a closed tier',
      html('<p>The first lines.</p>', '<meta property="article:content_tier" content="locked">'),
      'paywall',
    ],
    ['a page without text', '<html><body><img src="x.png"></body></html>', 'empty'],
    ['a page that is scripts alone', spa, 'empty'],
    ['a shell', '<html><body><div id="app">Loading</div><script src="/x.js"></script></body></html>', 'empty'],
    ['a server in trouble', (_request, response) => response.writeHead(500).end(), 'unavailable'],
    [
      'a picture',
      (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
      'unreadable',
    ],
    [
      'a document that is too large',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-'.padEnd(99_999)),
      'too-large',
    ],
    ['a server that is silent', () => {}, 'timeout'],
    [
      'a private address',
      (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      'not-public',
    ],
  ];
  test.each(cases)('%s', async (_name, page, kind) => {
    const host = await serve({ '/a': page });
    const { fetcher } = fetcherFor([host], {
      config: { robots: false, maxBytes: 50_000, timeoutMs: kind === 'timeout' ? 300 : 10_000 },
    });
    const error = await failure(fetcher.fetch(`${host.origin}/a`, { signal }));
    expect([error instanceof WinnowError, unreadKindOf(error)]).toEqual([true, kind]);
  });

  test.each([
    [
      'says it is free',
      html('<p>Short.</p>', '<script type="application/ld+json">{"isAccessibleForFree": true}</script>'),
    ],
    [
      'gives its whole text although it says it is not free',
      html(`<p>${'Many words of text. '.repeat(200)}</p>`, locked),
    ],
    [
      'has a part that is not free',
      html(
        '<p>Short.</p>',
        '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":true,"hasPart":{"isAccessibleForFree":false}}</script>',
      ),
    ],
    ['is short and has scripts', html('<p>Yes.</p><script src="/x.js"></script>')],
    [
      'is about JavaScript',
      html(`<p>${'A closure needs JavaScript enabled in the reader. '.repeat(10)}</p><script></script>`),
    ],
  ])('a page that %s is read', async (_name, page) => {
    const host = await serve({ '/a': page });
    expect(await failure(fetcherFor([host]).fetcher.fetch(`${host.origin}/a`, { signal }))).toBe('no failure');
  });
});

describe('Scrapingdog', () => {
  const KEY = 'dog-secret';
  const dogOf = async (answer: RequestListener) => {
    const dog = await site(answer);
    const parts = { environment: { SCRAPINGDOG_API_KEY: KEY }, scrapingdogUrl: dog.origin };
    return { dog, parts };
  };

  test('reads what turns us away, and keeps the page’s own address', async () => {
    const { dog, parts } = await dogOf((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(text),
    );
    const host = await serve({ '/a?b=c': (_request, response) => response.writeHead(403).end(), '/open': text });
    const { fetcher } = fetcherFor([host, dog], { config: { scrapingdog: { mode: 'blocked' } }, parts });
    expect(await fetcher.fetch(`${host.origin}/a?b=c`, { signal })).toMatchObject({ url: `${host.origin}/a?b=c` });
    await fetcher.fetch(`${host.origin}/open`, { signal });
    const [request, ...more] = dog.seen.map(({ url }) => new URL(url, 'http://x'));
    expect([request?.pathname, Object.fromEntries(request?.searchParams ?? [])]).toEqual([
      '/scrape',
      { api_key: KEY, url: `${host.origin}/a?b=c`, dynamic: 'false' },
    ]);
    expect(more).toEqual([]);
  });

  test('reads everything where asked to, but no private address and nothing that robots.txt keeps', async () => {
    const { dog, parts } = await dogOf((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(text),
    );
    const host = await serve({ '/robots.txt': 'User-agent: *\nDisallow: /no' });
    const { fetcher, folder } = fetcherFor([host, dog], { config: { scrapingdog: { mode: 'always' } }, parts });
    await fetcher.fetch(`${host.origin}/yes`, { signal });
    for (const url of [
      `${host.origin}/no`,
      'http://127.0.0.1/',
      'http://localhost:8080/',
      'http://metadata.google.internal/',
    ])
      expect(await failure(fetcher.fetch(url, { signal }))).toMatchObject({ code: 'blocked' });
    expect(dog.seen).toHaveLength(1);
    expect(asked(host)).toEqual(['/robots.txt']);
    expect(
      filesIn(folder)
        .map((file) => readFileSync(file, 'utf8'))
        .join(),
    ).not.toContain(KEY);
  });

  test.each([401, 403, 429])(
    'its own refusal, status %i, is not taken for the page’s and does not show the key',
    async (status) => {
      const { dog, parts } = await dogOf((_request, response) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ message: `bad ${KEY}` })),
      );
      const host = await serve({});
      const { fetcher } = fetcherFor([host, dog], { config: { scrapingdog: { mode: 'always' } }, parts });
      const error = await failure(fetcher.fetch(`${host.origin}/a`, { signal }));
      expect(error).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`Scrapingdog answered with status ${status}`),
      });
      expect(inspect(error, { depth: 9 })).not.toContain(KEY);
    },
  );

  test('without its key is a usage error', () => {
    expect(() => fetcherFor([], { config: { scrapingdog: { mode: 'blocked' } } })).toThrow(/SCRAPINGDOG_API_KEY/);
  });
});

test('one’s own documents are looked up first, the web is read for the rest', async () => {
  const host = await serve({ '/a': text });
  const own = document('https://own.example/', [[['Own'], 'Mine.']]);
  const both = withLocal(fakeWeb([own]).fetcher, fetcherFor([host]).fetcher);
  expect((await both.fetch('https://own.example/', { signal })).text).toContain('Mine.');
  expect((await both.fetch(`${host.origin}/a`, { signal })).text).toContain('1888');
  expect(await failure(both.fetch('file:///etc/hosts', { signal }))).toMatchObject({
    message: 'no page file:///etc/hosts',
  });
});

test('a browser stands in for pages that are empty, and is closed with the fetcher', async () => {
  const host = await serve({ '/app': html('<div id="root"></div><script>1</script>'), '/a': text });
  const { fetcher, close } = fetcherFor([host], {
    config: { browser: { mode: 'empty-pages', executablePath: '/nowhere' } },
    parts: { loadPlaywright: () => Promise.reject(new Error('absent')) },
  });
  expect((await fetcher.fetch(`${host.origin}/a`, { signal })).text).toContain('1888');
  expect(await failure(fetcher.fetch(`${host.origin}/app`, { signal }))).toMatchObject({ kind: 'empty' });
  await close();
});
