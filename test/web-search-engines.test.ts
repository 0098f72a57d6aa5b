/**
 * Every search engine against a server that speaks its wire format: requests, replies, oddities, refusals, and keys
 * that never show.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { WinnowError } from '../src/core/errors.js';
import type { SearchFilters } from '../src/providers/search/types.js';
import { clientFor, failure, site } from './support/page-server.js';
import { WIRES, type Wire, type WireResult } from './support/search-wires.js';

const { signal } = new AbortController();
const KEY = 'secret-Key/42';
type Sent = { status?: number; headers?: Readonly<Record<string, string>> };
const send = (response: ServerResponse, value: unknown, { status = 200, headers = {} }: Sent = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof value === 'string' ? value : JSON.stringify(value));

async function engineFor(wire: Wire, answer: RequestListener, filters: Partial<SearchFilters> = {}) {
  const server = await site(answer);
  const http = clientFor([server]);
  const options = {
    http,
    key: KEY,
    timeoutMs: 2000,
    userAgent: 'winnow-rag/1 (+https://x.example)',
    baseUrl: server.origin,
  };
  return { server, engine: wire.create({ ...options, filters: { sites: [], ...filters } }) };
}

/** The home of pages: Wikipedia's are its own. */
const at = (wire: Wire, name: string, host = 'a.example') =>
  wire.name === 'Wikipedia' ? `https://en.wikipedia.org/wiki/${name}` : `https://${host}/${name}`;
const result = (wire: Wire, name: string, more: Partial<WireResult> = {}): WireResult => ({
  ...{ url: at(wire, name), title: name, snippet: `About ${name}.` },
  ...more,
});

describe.each(WIRES)('$name', (wire) => {
  test('gives results in order, with date and text, and says who asks', async () => {
    const results = [result(wire, 'One', { date: '2024-03-01' }), result(wire, 'Two')];
    const { engine, server } = await engineFor(wire, (_request, response) => void send(response, wire.reply(results)));
    expect(await engine.search('old bridges', { signal, limit: 5 })).toEqual([
      { url: at(wire, 'One'), title: 'One', snippet: 'About One.', date: '2024-03-01' },
      { url: at(wire, 'Two'), title: 'Two', snippet: 'About Two.' },
    ]);
    expect(wire.asked(server.seen[0]!)).toMatchObject({ query: 'old bridges' });
    expect(server.seen[0]?.headers['user-agent']).toContain('+https://');
    if ('key' in wire.asked(server.seen[0]!)) expect(wire.asked(server.seen[0]!).key).toBe(KEY);
  });

  test('gives no more than asked for', async () => {
    const results = ['A', 'B', 'C'].map((name) => result(wire, name));
    const { engine } = await engineFor(wire, (_request, response) => void send(response, wire.reply(results)));
    expect(await engine.search('q', { signal, limit: 2 })).toHaveLength(2);
  });

  test('asks with the filters it has, and says which it has not', async () => {
    const filters = { timeRange: 'week', language: 'de', region: 'CH' } as const;
    const { engine, server } = await engineFor(
      wire,
      (_request, response) => void send(response, wire.reply([])),
      filters,
    );
    const notes: string[] = [];
    await engine.search('q', { signal, limit: 5, onNote: (note) => notes.push(note) }).catch(() => []);
    expect(wire.asked(server.seen[0]!).filters).toEqual(wire.filters);
    expect(notes).toEqual(wire.unkept);
  });

  test('keeps to the sites asked for, whatever the engine sends', async () => {
    const home = wire.name === 'Wikipedia' ? 'wikipedia.org' : 'a.example';
    const results = [
      result(wire, 'In'),
      ...(wire.name === 'Wikipedia' ? [] : [result(wire, 'Out', { url: 'https://nota.example/Out' })]),
    ];
    const { engine, server } = await engineFor(wire, (_request, response) => void send(response, wire.reply(results)), {
      sites: [home],
    });
    expect((await engine.search('q', { signal, limit: 5 })).map(({ title }) => title)).toEqual(['In']);
    const asked = JSON.stringify(server.seen[0]);
    if (wire.name !== 'Wikipedia') expect(decodeURIComponent(asked)).toContain(home);
  });

  test.each(wire.empty.map((value) => [value] as const))('finds nothing where the reply is %j', async (value) => {
    const { engine } = await engineFor(wire, (_request, response) => void send(response, value));
    expect(await engine.search('q', { signal, limit: 5 })).toEqual([]);
  });

  test('leaves out results that are none', async () => {
    const odd = [
      null,
      7,
      'text',
      {},
      { url: 5, link: 5, title: 5 },
      { url: 'javascript:alert(1)', link: 'javascript:alert(1)' },
      [],
    ];
    const { engine } = await engineFor(
      wire,
      (_request, response) => void send(response, wire.reply([result(wire, 'Good')], odd)),
    );
    expect((await engine.search('q', { signal, limit: 5 })).map(({ title }) => title)).toEqual(['Good']);
  });

  test('shows snippets as text', async () => {
    const marked = wire.markup
      ? 'Tom &amp; <span class="searchmatch">Jerry</span> &lt;3<script>no()</script>'
      : 'Tom & Jerry <3';
    const hidden = `${marked}\u200b\u202e \n\t end`;
    const { engine } = await engineFor(
      wire,
      (_request, response) => void send(response, wire.reply([result(wire, 'A', { snippet: hidden })])),
    );
    expect((await engine.search('q', { signal, limit: 5 }))[0]?.snippet).toBe('Tom & Jerry <3 end');
  });

  test.each([
    ['utf-8 with a byte order mark', 'application/json', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['latin1, declared', 'application/json; charset=ISO-8859-1', (text: string) => Buffer.from(text, 'latin1')],
    ['an unknown charset', 'application/json; charset=x-nonsense', (text: string) => Buffer.from(text)],
    ['no content type', '', (text: string) => Buffer.from(text)],
  ])('reads replies in %s', async (_name, type, encode) => {
    const { engine } = await engineFor(wire, (_request, response) =>
      response
        .writeHead(200, type ? { 'content-type': type } : {})
        .end(encode(JSON.stringify(wire.reply([result(wire, 'A', { snippet: 'Zürich' })])))),
    );
    expect((await engine.search('q', { signal, limit: 5 }))[0]?.snippet).toBe('Zürich');
  });

  test.each(['<html>Sign in</html>', '', '[]', '"text"', '{"web":', 'null'])('fails on the reply %j', async (text) => {
    const { engine } = await engineFor(wire, (_request, response) => void send(response, text));
    expect(await failure(engine.search('q', { signal, limit: 5 }))).toMatchObject({ code: 'unreadable' });
  });

  test.each([400, 401, 403, 404, 422, 500, 503])(
    'status %i is an error that names the engine and not the key',
    async (status) => {
      const { engine } = await engineFor(
        wire,
        (request, response) =>
          void send(response, wire.error(`bad key ${KEY} in ${request.url} ${encodeURIComponent(KEY)}`), { status }),
      );
      const error = await failure(engine.search('q', { signal, limit: 5 }));
      expect(error).toBeInstanceOf(WinnowError);
      expect(error).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`${wire.name} answered with status ${status}`),
      });
      expect(inspect(error, { depth: 9 })).not.toMatch(/secret-Key/);
    },
  );

  test('a server that is silent or gone does not show the key either', async () => {
    const { engine, server } = await engineFor(wire, () => {});
    const late = await failure(engine.search('q', { signal: AbortSignal.timeout(100), limit: 5 }));
    server.server.closeAllConnections();
    await new Promise((resolve) => server.server.close(resolve));
    const gone = await failure(engine.search('q', { signal, limit: 5 }));
    expect([late, gone]).toEqual([expect.any(WinnowError), expect.any(WinnowError)]);
    expect(inspect([late, gone], { depth: 9 })).not.toMatch(/secret-Key/);
  });

  test.each([
    [{ 'retry-after': '3600' }, 3_600_000],
    [{ 'retry-after': 'Sun, 01 Nov 2026 10:00:30 GMT', date: 'Sun, 01 Nov 2026 10:00:00 GMT' }, 30_000],
    [{ 'x-ratelimit-reset': '2, 1000' }, 2000],
    [{}, undefined],
  ])('asked too often, it says how long to wait: %j', async (headers, retryAfterMs) => {
    const { engine, server } = await engineFor(
      wire,
      (_request, response) => void send(response, wire.error('slow'), { status: 429, headers: headers as never }),
    );
    const error = await failure(engine.search('q', { signal, limit: 5 }));
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/status 429/) });
    expect((error as WinnowError).retryAfterMs).toBe(retryAfterMs);
    expect(server.seen).toHaveLength(1);
  });

  test('cuts a query that is too long at a word', async () => {
    const { engine, server } = await engineFor(wire, (_request, response) => void send(response, wire.reply([])));
    const long = Array.from({ length: 900 }, () => 'word').join(' ');
    await engine.search(long, { signal, limit: 5 }).catch(() => []);
    const asked = wire.asked(server.seen[0]!).query ?? '';
    expect(asked.length).toBeLessThan(long.length);
    expect(asked).toMatch(/ word$/);
  });
});

describe('Brave takes 400 characters and 50 words', () => {
  const brave = WIRES.find(({ name }) => name === 'Brave') as Wire;
  const askedOf = async (query: string, sites: string[] = []) => {
    const { engine, server } = await engineFor(brave, (_request, response) => void send(response, brave.reply([])), {
      sites,
    });
    const notes: string[] = [];
    await engine.search(query, { signal, limit: 5, onNote: (note) => notes.push(note) });
    return { asked: brave.asked(server.seen[0]!).query ?? '', notes };
  };
  const words = (text: string) => text.split(' ').length;
  const sitesOf = (count: number) => Array.from({ length: count }, (_, at) => `site-${at}.example.org`);

  test('of short words no more than 50 are sent', async () => {
    const { asked } = await askedOf('a b c d e '.repeat(12).trim());
    expect([words(asked), asked.length]).toEqual([50, 99]);
  });

  test('sites count: the query is cut so that they fit', async () => {
    const long = await askedOf('bridges '.repeat(49).trim(), ['a.example', 'b.example']);
    expect(long.asked).toMatch(/bridges \(site:a\.example OR site:b\.example\)$/);
    expect(long.asked.length).toBeLessThanOrEqual(400);
    const many = await askedOf('a '.repeat(60).trim(), ['a.example', 'b.example']);
    expect([words(many.asked), many.notes]).toEqual([50, []]);
  });

  test('sites that leave no room for the query are left out of it, which is said; where both fit, both are sent', async () => {
    const { asked, notes } = await askedOf('old bridges', sitesOf(30));
    expect(asked).toBe('old bridges');
    expect(notes).toEqual([expect.stringMatching(/^Brave does not take queries as long/)]);
    const both = await askedOf('old bridges', sitesOf(12));
    expect([both.asked.startsWith('old bridges (site:site-0'), both.asked.length <= 400, both.notes]).toEqual([
      true,
      true,
      [],
    ]);
  });
});

test('Wikipedia’s own errors come with status 200; titles become addresses; the language is its own', async () => {
  const wikipedia = WIRES.find(({ name }) => name === 'Wikipedia') as Wire;
  const refused = await engineFor(
    wikipedia,
    (_request, response) => void send(response, { error: { code: 'ratelimited', info: 'Too fast' } }),
  );
  expect(await failure(refused.engine.search('q', { signal, limit: 5 }))).toMatchObject({
    message: expect.stringContaining('ratelimited'),
  });
  const titles = { batchcomplete: true, query: { search: [{ title: 'AC/DC: "Café" & <b>?', snippet: '' }] } };
  const german = await engineFor(wikipedia, (_request, response) => void send(response, titles), { language: 'de-CH' });
  expect(await german.engine.search('q', { signal, limit: 5 })).toEqual([
    {
      url: 'https://de.wikipedia.org/wiki/AC/DC:_%22Caf%C3%A9%22_%26_%3Cb%3E%3F',
      title: 'AC/DC: "Café" & <b>?',
      snippet: '',
    },
  ]);
});

test('Wikipedia is not asked where other sites are wanted', async () => {
  const wikipedia = WIRES.find(({ name }) => name === 'Wikipedia') as Wire;
  const { engine, server } = await engineFor(wikipedia, (_request, response) => void send(response, {}), {
    sites: ['example.org'],
  });
  const notes: string[] = [];
  expect(await engine.search('q', { signal, limit: 5, onNote: (note) => notes.push(note) })).toEqual([]);
  expect([server.seen, notes]).toEqual([[], [expect.stringContaining('not among the sites')]]);
});

test('SearXNG with nothing but silent engines has failed', async () => {
  const searxng = WIRES.find(({ name }) => name === 'SearXNG') as Wire;
  const { engine } = await engineFor(
    searxng,
    (_request, response) =>
      void send(response, {
        results: [],
        unresponsive_engines: [
          ['google', 'CAPTCHA'],
          ['bing', 'timeout'],
        ],
      }),
  );
  expect(await failure(engine.search('q', { signal, limit: 5 }))).toMatchObject({
    message: expect.stringContaining('2 of its engines'),
  });
});

test.each([
  ['Brave', 'pt-BR', { search_lang: 'pt-br' }],
  ['Brave', 'ja', { search_lang: 'jp' }],
  ['Brave', 'zh-TW', { search_lang: 'zh-hant' }],
  ['Brave', 'fr-CA', { search_lang: 'fr' }],
  ['Google', 'zh-Hant', { lr: 'lang_zh-TW' }],
  ['Google', 'pt-BR', { lr: 'lang_pt' }],
])('%s knows the language %s under its own name', async (name, language, filters) => {
  const wire = WIRES.find((one) => one.name === name) as Wire;
  const { engine, server } = await engineFor(wire, (_request, response) => void send(response, wire.reply([])), {
    language,
  });
  await engine.search('q', { signal, limit: 5 });
  expect(wire.asked(server.seen[0]!).filters).toMatchObject(filters);
});
