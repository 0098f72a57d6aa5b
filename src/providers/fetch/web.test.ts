import { describe, expect, test } from 'vitest';
import { WinnowError } from '../../core/errors.js';
import type { HttpClient, HttpRequest, HttpResponse } from '../http.js';
import { createHttpClient } from '../http.js';
import { createWebFetcher, type Parse, type WebFetcherOptions } from './web.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const { signal } = new AbortController();

function fetcherWith(response: Partial<HttpResponse>, options: Partial<WebFetcherOptions> = {}) {
  const requests: HttpRequest[] = [];
  const parsed: Parameters<Parse>[0][] = [];
  const http: HttpClient = {
    request: async (request) => {
      requests.push(request);
      return {
        url: request.url,
        status: 200,
        headers: { 'content-type': 'text/html' },
        bytes: bytesOf('<p>Hi'),
        truncated: false,
        ...response,
      };
    },
    check: () => {},
    stream: () => Promise.reject(new Error('pages are not streamed')),
    close: async () => {},
  };
  const parse: Parse = async (input) => {
    parsed.push(input);
    return { id: 'd', url: input.url, title: 'T', text: 'Hi', sections: [] };
  };
  return { requests, parsed, fetcher: createWebFetcher({ http, parse, ...options }) };
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );

test('a page is asked as a page and parsed under its final address', async () => {
  const { fetcher, requests, parsed } = fetcherWith({
    url: 'https://example.com/end',
    headers: { 'content-type': 'text/html; charset=latin1' },
  });
  const document = await fetcher.fetch('https://example.com/start', { signal });
  expect(requests[0]).toMatchObject({ url: 'https://example.com/start', purpose: 'page', signal });
  expect(parsed).toEqual([
    { bytes: bytesOf('<p>Hi'), url: 'https://example.com/end', contentType: 'text/html; charset=latin1' },
  ]);
  expect(document).toEqual({ id: 'd', url: 'https://example.com/end', title: 'T', text: 'Hi', sections: [] });
});

describe('content types', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  test.each([
    'text/html',
    'TEXT/HTML;charset=utf-8',
    'application/xhtml+xml',
    'text/plain',
    'text/markdown',
    'application/pdf',
    docx,
  ])('%s is read', async (type) => {
    const { fetcher, parsed } = fetcherWith({ headers: { 'content-type': type } });
    await fetcher.fetch('https://example.com/', { signal });
    expect(parsed[0]?.contentType).toBe(type);
  });

  test.each([
    'image/png',
    'video/mp4',
    'application/json',
    'application/zip',
    'text/css',
    'application/octet-stream',
    'nonsense',
  ])('%s is refused by name', async (type) => {
    const { fetcher, parsed } = fetcherWith({ headers: { 'content-type': type }, bytes: bytesOf('\u0000\u0001') });
    const error = await failure(fetcher.fetch('https://example.com/x?key=hidden', { signal }));
    expect(error).toMatchObject({ code: 'unreadable', message: expect.stringContaining(type) });
    expect(error).toMatchObject({ message: expect.not.stringContaining('hidden') });
    expect(parsed).toEqual([]);
  });

  test.each([
    ['%PDF-1.7 ...', 'https://example.com/a', 'application/pdf'],
    ['PK\u0003\u0004', 'https://example.com/a.DOCX?x=1', docx],
    ['\n <!DOCTYPE html><p>', 'https://example.com/a', 'text/html'],
    ['\ufeff<html>', 'https://example.com/a', 'text/html'],
  ])('a page without a type that begins with %j is known by its first bytes', async (start, url, type) => {
    for (const headers of [{}, { 'content-type': 'application/octet-stream' }]) {
      const { fetcher, parsed } = fetcherWith({ headers: headers as Record<string, string>, bytes: bytesOf(start) });
      await fetcher.fetch(url, { signal });
      expect(parsed[0]?.contentType).toBe(type);
    }
  });

  test('an archive without a type is refused', async () => {
    const { fetcher } = fetcherWith({ headers: {}, bytes: bytesOf('PK\u0003\u0004') });
    expect(await failure(fetcher.fetch('https://example.com/a.zip', { signal }))).toMatchObject({ code: 'unreadable' });
  });
});

test.each([301, 401, 403, 404, 429, 500, 503])('status %i makes the page unavailable', async (status) => {
  const { fetcher, parsed } = fetcherWith({ status });
  const error = await failure(fetcher.fetch('https://example.com/x?key=hidden', { signal }));
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(new RegExp(`example.com/x answered with status ${status}`)),
  });
  expect(parsed).toEqual([]);
});

describe('Reddit', () => {
  const asData = 'https://www.reddit.com/r/baking/comments/abc123/why_so_flat.json?raw_json=1';
  test.each([
    'https://www.reddit.com/r/baking/comments/abc123/why_so_flat/',
    'https://old.reddit.com/r/baking/comments/abc123/why_so_flat?sort=top#x',
    'http://reddit.com/r/baking/comments/abc123/why_so_flat',
  ])('the thread %s is asked as data and keeps its own address', async (url) => {
    const { fetcher, requests, parsed } = fetcherWith({
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      bytes: bytesOf('[]'),
    });
    await fetcher.fetch(url, { signal });
    expect(requests[0]?.url).toBe(asData);
    expect(parsed[0]).toMatchObject({ url, contentType: 'application/json; charset=UTF-8' });
  });

  test.each([
    'https://www.reddit.com/r/baking/',
    'https://www.reddit.com.example.com/r/a/comments/b/',
    'https://notreddit.com/r/a/comments/b/',
    'https://example.com/?u=reddit.com/r/a/comments/b',
  ])('%s is no thread', async (url) => {
    const { fetcher, requests } = fetcherWith({});
    await fetcher.fetch(url, { signal });
    expect(requests[0]?.url).toBe(url);
  });
});

describe('a page over the limit', () => {
  test('is parsed as far as it goes, and says so', async () => {
    const { fetcher, requests } = fetcherWith({ truncated: true }, { maxBytes: 5, timeoutMs: 7 });
    const document = await fetcher.fetch('https://example.com/', { signal });
    expect(requests[0]).toMatchObject({ maxBytes: 5, timeoutMs: 7 });
    expect(document.leftOut).toEqual([
      expect.objectContaining({ what: 'the end of the page', why: expect.stringContaining('5 bytes') }),
    ]);
  });

  test('is refused where a part is worth nothing', async () => {
    const { fetcher } = fetcherWith({ truncated: true, headers: { 'content-type': 'application/pdf' } });
    expect(await failure(fetcher.fetch('https://example.com/', { signal }))).toMatchObject({ code: 'unreadable' });
  });
});

test('what the parser throws comes out as an unreadable page, unless it says better', async () => {
  const broken = fetcherWith({}, { parse: () => Promise.reject(new Error('bad table')) });
  expect(await failure(broken.fetcher.fetch('https://example.com/', { signal }))).toMatchObject({ code: 'unreadable' });
  const own = new WinnowError('cancelled', 'Stopped.');
  const stopped = fetcherWith({}, { parse: () => Promise.reject(own) });
  expect(await failure(stopped.fetcher.fetch('https://example.com/', { signal }))).toBe(own);
});

test('a private address is refused by the client beneath, even one allowed for models', async () => {
  const http = createHttpClient({ allowPrivateHosts: ['localhost:11434'] });
  const { fetcher } = fetcherWith({}, { http });
  expect(await failure(fetcher.fetch('http://localhost:11434/', { signal }))).toMatchObject({ code: 'blocked' });
  await http.close();
});
