/**
 * A question answered from the web: a search engine and pages on loopback servers, through the same parts that the
 * configuration builds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCalls } from '../src/engine/calls/index.js';
import { callsSchema } from '../src/engine/config/calls.js';
import { fetchSchema, searchSchema } from '../src/engine/config/web.js';
import { createEngine } from '../src/engine/index.js';
import { createWeb } from '../src/engine/web.js';
import { parseDocument } from '../src/providers/parse/index.js';
import { document, fakeWeb } from '../src/testing/index.js';
import { clientFor, site } from './support/page-server.js';

const dataDirectory = mkdtempSync(join(tmpdir(), 'winnow-web-'));
afterAll(() => rmSync(dataDirectory, { recursive: true }));

const about = (text: string, head = '') =>
  `<html><head><title>Old Bridge</title>${head}</head><body><h1>Old Bridge</h1><p>${text}</p></body></html>`;
const locked = '<meta property="article:content_tier" content="locked">';
const pages: Readonly<Record<string, string>> = {
  '/robots.txt': 'User-agent: winnow-rag\nDisallow: /kept',
  '/bridge': about('The Old Bridge was opened in 1888 by Ada Stone.'),
  '/kept': about('The Old Bridge was opened in 1999.'),
  '/paid': about('The Old Bridge was opened in', locked),
};

test('pages are found, read and cited; those that were not read are listed with the reason, notes of the search too', async () => {
  const host = await site((request, response) => {
    const page = pages[request.url ?? ''];
    response
      .writeHead(page ? 200 : 404, { 'content-type': request.url === '/robots.txt' ? 'text/plain' : 'text/html' })
      .end(page);
  });
  const searx = await site((_request, response) => {
    const paths = ['/bridge', '/kept', '/paid', '/gone'];
    const results = [...paths.map((path) => `${host.origin}${path}`), 'http://127.0.0.1:8080/admin'].map((url) => ({
      url,
      title: 'Old Bridge',
      content: 'When the Old Bridge was opened',
    }));
    response.end(JSON.stringify({ results }));
  });
  const own = fakeWeb([document('https://own.example/', [[['Old Bridge'], 'The Old Bridge is made of stone.']])]);
  const search = searchSchema.parse({
    engines: ['searxng', 'local'],
    searxng: { baseUrl: searx.origin },
    timeRange: 'year',
  });
  const fetch = fetchSchema.parse({ perHost: { delayMs: 0 } });
  const calls = createCalls({
    config: { calls: callsSchema.parse({ cache: { enabled: false } }) },
    dataDirectory,
    environment: {},
  });
  const outside = { http: clientFor([host, searx]), environment: {}, calls, dataDirectory };
  const web = createWeb({ search, fetch }, { ...outside, parse: parseDocument, own });
  const engine = createEngine({ ...web, local: {}, environment: {}, config: { dataDirectory } });

  const result = await engine.ask('When was the Old Bridge opened?');

  expect(result.answer).toMatchObject({ status: 'answered', text: expect.stringContaining('1888') });
  expect(result.sources.map(({ url }) => url)).toContain(`${host.origin}/bridge`);
  const unread = Object.fromEntries(result.unread.map(({ url, kind }) => [url.replace(host.origin, ''), kind]));
  expect(unread).toEqual({
    '/kept': 'robots',
    '/paid': 'paywall',
    '/gone': 'not-found',
    'http://127.0.0.1:8080/admin': 'not-public',
  });
  expect(result.fallbacks).toContainEqual({
    stage: 'search-web',
    reason: expect.stringContaining('has no filter for the time range'),
  });
  await Promise.all([engine.close(), web.close()]);
});
