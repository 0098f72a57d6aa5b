/** robots.txt and politeness: what is asked of a host, how often, and how many at a time. */
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { failure } from './support/page-server.js';
import { asked, fetcherFor, serve, signal, text } from './support/page-server-fetcher.js';

describe('robots.txt', () => {
  test('is read once for a host, under our name and address, and obeyed', async () => {
    const host = await serve({ '/robots.txt': 'User-agent: winnow-rag\nDisallow: /private', '/a': text, '/b': text });
    const { fetcher } = fetcherFor([host], { config: { contact: 'https://owner.example/bot' } });
    await Promise.all(['/a', '/b'].map((path) => fetcher.fetch(`${host.origin}${path}`, { signal })));
    expect(await failure(fetcher.fetch(`${host.origin}/private/x?key=hidden`, { signal }))).toMatchObject({
      kind: 'robots',
      code: 'blocked',
      message: expect.not.stringContaining('hidden'),
    });
    expect(asked(host).sort()).toEqual(['/a', '/b', '/robots.txt']);
    expect(host.seen[0]?.headers['user-agent']).toMatch(
      /^winnow-rag\/\d+\.\d+\.\d+ \(\+https:\/\/owner\.example\/bot\)$/,
    );
  });

  test('counts for where a redirect leads, on another host too', async () => {
    const end = await serve({ '/robots.txt': 'User-agent: *\nDisallow: /', '/page': text });
    const host = await serve({
      '/go': (_request, response) => response.writeHead(302, { location: `${end.origin}/page` }).end(),
    });
    const { fetcher } = fetcherFor([host, end]);
    expect(await failure(fetcher.fetch(`${host.origin}/go`, { signal }))).toMatchObject({ kind: 'robots' });
    expect(asked(end)).toEqual(['/robots.txt']);
  });

  test('is not asked for where the operator switched it off', async () => {
    const host = await serve({ '/robots.txt': 'User-agent: *\nDisallow: /', '/a': text });
    const { fetcher } = fetcherFor([host], { config: { robots: false } });
    expect((await fetcher.fetch(`${host.origin}/a`, { signal })).text).toContain('1888');
    expect(asked(host)).toEqual(['/a']);
  });

  test.each([
    [404, true],
    [401, true],
    [403, true],
    [429, false],
    [500, false],
    [503, false],
  ])('with status %i lets pages be read: %s', async (status, readable) => {
    const host = await serve({
      '/robots.txt': (_request, response) => response.writeHead(status).end('x'),
      '/a': text,
    });
    const outcome = await failure(fetcherFor([host]).fetcher.fetch(`${host.origin}/a`, { signal }));
    if (readable) expect(outcome).toBe('no failure');
    else expect(outcome).toMatchObject({ kind: 'robots', message: expect.stringContaining(`status ${status}`) });
  });

  test('that leads elsewhere is followed; that breaks off counts as a no', async () => {
    const host = await serve({
      '/robots.txt': (_request, response) => response.writeHead(301, { location: '/other.txt' }).end(),
      '/other.txt': 'User-agent: *\nDisallow: /a',
      '/a': text,
    });
    expect(await failure(fetcherFor([host]).fetcher.fetch(`${host.origin}/a`, { signal }))).toMatchObject({
      kind: 'robots',
    });
    const broken = await serve({ '/robots.txt': (_request, response) => void response.destroy(), '/a': text });
    expect(await failure(fetcherFor([broken]).fetcher.fetch(`${broken.origin}/a`, { signal }))).toMatchObject({
      kind: 'unavailable',
    });
    expect(asked(broken)).toEqual(['/robots.txt']);
  });

  test('is asked for again after a day, not before, and not by the next process either', async () => {
    let rules = 'User-agent: *\nDisallow:';
    const host = await serve({ '/robots.txt': (_request, response) => response.writeHead(200).end(rules), '/a': text });
    const first = fetcherFor([host]);
    await first.fetcher.fetch(`${host.origin}/a`, { signal });
    rules = 'User-agent: *\nDisallow: /';
    first.time.ms += 23 * 3_600_000;
    await first.fetcher.fetch(`${host.origin}/a`, { signal });
    const second = fetcherFor([host], { folder: first.folder });
    await second.fetcher.fetch(`${host.origin}/a`, { signal });
    first.time.ms += 2 * 3_600_000;
    expect(await failure(first.fetcher.fetch(`${host.origin}/a`, { signal }))).toMatchObject({ kind: 'robots' });
    expect(asked(host).filter((url) => url === '/robots.txt')).toHaveLength(2);
  });
});

describe('politeness', () => {
  test('a host gets no more requests at a time than configured; hosts do not wait for each other', async () => {
    const busy = { now: 0, most: 0 };
    const slow: RequestListener = (_request, response) => {
      busy.now += 1;
      busy.most = Math.max(busy.most, busy.now);
      setTimeout(() => {
        busy.now -= 1;
        response.writeHead(200, { 'content-type': 'text/html' }).end(text);
      }, 30);
    };
    const names = ['/1', '/2', '/3', '/4', '/5', '/6'];
    const host = await serve(Object.fromEntries(names.map((name) => [name, slow])));
    const { fetcher } = fetcherFor([host], { config: { perHost: { concurrency: 2, delayMs: 0 } } });
    await Promise.all(names.map((name) => fetcher.fetch(`${host.origin}${name}`, { signal })));
    expect(busy.most).toBe(2);
  });

  test('who stops waiting for a turn does not keep it', async () => {
    let go: () => void = () => undefined;
    const host = await serve({
      '/slow': (_request, response) => {
        go = () => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
      },
      '/next': text,
    });
    const { fetcher } = fetcherFor([host], { config: { robots: false, perHost: { concurrency: 1, delayMs: 0 } } });
    const slow = fetcher.fetch(`${host.origin}/slow`, { signal });
    while (host.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const controller = new AbortController();
    const waiting = failure(fetcher.fetch(`${host.origin}/next`, { signal: controller.signal }));
    controller.abort(new Error('enough'));
    expect(await waiting).toMatchObject({ message: 'enough' });
    go();
    await slow;
    await fetcher.fetch(`${host.origin}/next`, { signal });
    expect(asked(host)).toEqual(['/slow', '/next']);
  });
});
