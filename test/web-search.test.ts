/**
 * The configured search: which engines are asked, how their results are merged, and what a reader of the result is
 * told.
 */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Hit } from '../src/core/data.js';
import { WinnowError } from '../src/core/errors.js';
import type { SearchEngine } from '../src/core/ports.js';
import { fetchSchema, searchSchema } from '../src/engine/config/web.js';
import type { Environment } from '../src/engine/environment.js';
import { createWebSearch, searchesWeb, together, type WebSearchParts } from '../src/engine/web-search.js';
import { searchWeb } from '../src/stages/search-web.js';
import { hit, testRun } from '../src/testing/index.js';
import { clientFor, failure, type Site, site } from './support/page-server.js';
import { WIRES } from './support/search-wires.js';

const { signal } = new AbortController();
const named = (name: string, hits: readonly Hit[] | Error): SearchEngine => ({
  name,
  search: async () => {
    if (hits instanceof Error) throw hits;
    return hits;
  },
});
const local = named('folder', [hit('https://own.example/'), hit('file:///home/notes.md')]);

/** A server that speaks for all engines: each is known by its path. */
async function allEngines(): Promise<{ server: Site; parts: Pick<WebSearchParts, 'http' | 'baseUrls'> }> {
  const paths: Readonly<Record<string, string>> = {
    '/res/v1/web/search': 'Brave',
    '/customsearch/v1': 'Google',
    '/w/api.php': 'Wikipedia',
  };
  const server = await site((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const name =
      paths[pathname] ?? (request.headers.authorization ? 'Tavily' : searchParams.has('format') ? 'SearXNG' : 'Serper');
    const wire = WIRES.find((one) => one.name === name);
    const url = name === 'Wikipedia' ? 'https://en.wikipedia.org/wiki/A' : `https://${name.toLowerCase()}.example/`;
    const results = [
      { url, title: name, snippet: 's' },
      { url: `http://www.shared.example/?utm_source=${name}`, title: 'Shared', snippet: 's' },
    ];
    response.writeHead(200).end(JSON.stringify(wire?.reply(results.slice(0, name === 'Wikipedia' ? 1 : 2))));
  });
  const baseUrls = Object.fromEntries(
    ['brave', 'google', 'tavily', 'serper', 'wikipedia'].map((name) => [name, server.origin]),
  );
  return { server, parts: { http: clientFor([server]), baseUrls } };
}

async function searchFor(config: z.input<typeof searchSchema>, environment: Environment = {}) {
  const { server, parts } = await allEngines();
  const filled = config.searxng ? { ...config, searxng: { baseUrl: server.origin } } : config;
  const settings = { search: searchSchema.parse(filled), fetch: fetchSchema.parse({}) };
  return { server, engine: createWebSearch(settings, { ...parts, environment, local }) };
}
const keys = { BRAVE_API_KEY: 'b', TAVILY_API_KEY: 't', SERPER_API_KEY: 's', GOOGLE_SEARCH_API_KEY: 'g' };
const titles = (hits: readonly Hit[]) => hits.map(({ title }) => title);

describe('which engines are asked', () => {
  test('none by default: one’s own documents as ever', async () => {
    const { engine, server } = await searchFor({});
    expect(engine).toBe(local);
    expect([
      server.seen,
      searchesWeb(searchSchema.parse({})),
      searchesWeb(searchSchema.parse({ engines: ['local'] })),
    ]).toEqual([[], false, false]);
  });

  test('all that are named, at once, merged by rank, one page once', async () => {
    const engines = ['brave', 'google', 'tavily', 'serper', 'searxng', 'wikipedia', 'local'] as const;
    const { engine } = await searchFor(
      { engines: [...engines], google: { engineId: 'cx' }, searxng: { baseUrl: 'http://x.example' } },
      keys,
    );
    const hits = await engine.search('q', { signal, limit: 20 });
    expect(titles(hits)).toEqual([
      ...WIRES.map(({ name }) => (name === 'Wikipedia' ? 'A' : name)),
      'https://own.example/',
      'Shared',
      'file:///home/notes.md',
    ]);
    expect(await engine.search('q', { signal, limit: 3 })).toHaveLength(3);
  });

  test('"auto" stands for those whose key is set', async () => {
    const { engine } = await searchFor(
      { engines: ['auto'] },
      { BRAVE_API_KEY: 'b', SERPER_API_KEY: 's', TAVILY_API_KEY: '', GOOGLE_SEARCH_API_KEY: 'g' },
    );
    expect(engine.name).toBe('Brave + Serper');
    const { engine: own } = await searchFor({ engines: ['auto', 'local'], searxng: { baseUrl: 'http://x.example' } });
    expect(own.name).toBe('SearXNG + folder');
  });

  test('"auto" without any key searches Wikipedia, and the result says what that cannot see', async () => {
    const { engine } = await searchFor({ engines: ['auto'] });
    const { run, events } = testRun();
    expect(titles(await searchWeb({ engine, hitsPerQuery: 5 })(['one', 'two'], run))).toEqual(['A']);
    const said = events.flatMap((event) => (event.type === 'fallback' ? [event.reason] : []));
    expect(said).toEqual([expect.stringMatching(/only Wikipedia was searched; set BRAVE_API_KEY/)]);
  });

  test('Wikipedia by name says nothing: that is what was asked for', async () => {
    const { engine } = await searchFor({ engines: ['wikipedia'] });
    const notes: string[] = [];
    await engine.search('q', { signal, limit: 5, onNote: (note) => notes.push(note) });
    expect(notes).toEqual([]);
  });

  test.each([
    ['brave', /BRAVE_API_KEY/],
    ['google', /GOOGLE_SEARCH_API_KEY/],
    ['tavily', /TAVILY_API_KEY/],
    ['serper', /SERPER_API_KEY/],
    ['searxng', /search\.searxng\.baseUrl/],
  ] as const)('%s without what it needs is a usage error', async (name, message) => {
    await expect(searchFor({ engines: [name] })).rejects.toThrow(message);
  });

  test('Google needs the id of an engine too, and keys may have other names', async () => {
    await expect(searchFor({ engines: ['google'] }, keys)).rejects.toThrow(/engineId/);
    const { engine, server } = await searchFor(
      { engines: ['brave'], keyVariables: { brave: 'MY_KEY' } },
      { MY_KEY: 'mine' },
    );
    await engine.search('q', { signal, limit: 5 });
    expect(server.seen[0]?.headers['x-subscription-token']).toBe('mine');
  });

  test('sites count for one’s own documents too; a time range they do not have', async () => {
    const { engine } = await searchFor({ engines: ['local'], sites: ['own.example'], timeRange: 'week' });
    const notes: string[] = [];
    expect(titles(await engine.search('q', { signal, limit: 5, onNote: (note) => notes.push(note) }))).toEqual([
      'https://own.example/',
    ]);
    expect(notes).toEqual([expect.stringContaining('folder has no filter for the time range')]);
  });
});

describe('engines together', () => {
  test('one that fails beside others is a note, said once', async () => {
    const engine = together([
      named('Down', new WinnowError('unavailable', 'out of order')),
      named('Up', [hit('https://a.example')]),
    ]);
    const { run, events } = testRun();
    expect(await searchWeb({ engine, hitsPerQuery: 5 })(['one', 'two', 'three'], run)).toHaveLength(1);
    expect(events.flatMap((event) => (event.type === 'fallback' ? [event.reason] : []))).toEqual([
      'Down failed: out of order',
    ]);
  });

  test('where all fail, so does the search, and says why each did', async () => {
    const engine = together([named('One', new Error('no')), named('Two', new WinnowError('unavailable', 'never'))]);
    expect(await failure(engine.search('q', { signal, limit: 5 }))).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/One: no.*Two: never/),
    });
  });

  test('one that finds nothing beside one that fails has not failed', async () => {
    const engine = together([named('Down', new Error('no')), named('Up', [])]);
    expect(await engine.search('q', { signal, limit: 5 })).toEqual([]);
  });

  test('the end of the run ends the search', async () => {
    const controller = new AbortController();
    const slow: SearchEngine = {
      name: 'Slow',
      search: (_query, options) =>
        new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason))),
    };
    const searching = failure(together([slow, named('Up', [])]).search('q', { signal: controller.signal, limit: 5 }));
    controller.abort(new Error('over'));
    expect(await searching).toMatchObject({ message: 'over' });
  });
});

test('a SearXNG server of one’s own must be named as private to be reached', async () => {
  const { http } = (await allEngines()).parts;
  const own = await site((_request, response) => response.end('{"results": []}'));
  const search = searchSchema.parse({ engines: ['searxng'], searxng: { baseUrl: own.origin } });
  const engine = (client: WebSearchParts['http']) =>
    createWebSearch({ search, fetch: fetchSchema.parse({}) }, { http: client, environment: {}, local });
  expect(await failure(engine(http).search('q', { signal, limit: 5 }))).toMatchObject({ code: 'blocked' });
  const allowed = clientFor([], { allowPrivateHosts: [`127.0.0.1:${own.port}`] });
  expect(await engine(allowed).search('q', { signal, limit: 5 })).toEqual([]);
});

test.each([
  [{ sites: ['https://example.org'] }],
  [{ sites: ['example.org/path'] }],
  [{ sites: ['a OR b'] }],
  [{ searxng: { baseUrl: 'http://user:word@x.example' } }],
  [{ searxng: { baseUrl: 'file:///x' } }],
  [{ keyVariables: { brave: 'sk-1234-not-a-name' } }],
  [{ engines: ['bing'] }],
  [{ language: 'German!' }],
  [{ region: 'Switzerland' }],
])('the setting %j is refused', (setting) => {
  expect(searchSchema.safeParse(setting).success).toBe(false);
});
