/**
 * Ways into the operator's own network, each through the fetcher as configured: robots.txt and cache on, and through
 * Scrapingdog, the browser and search results. A listener on loopback counts connections, and must count none. That
 * pages can be read at all is shown beside it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WinnowError } from '../src/core/errors.js';
import { unreadKindOf } from '../src/core/unread.js';
import { fetchSchema } from '../src/engine/config/web.js';
import { createPageFetcher, type PageFetcherParts } from '../src/engine/page-fetcher.js';
import { createHttpClient, type HttpClient, type Lookup } from '../src/providers/http.js';
import { parseDocument } from '../src/providers/parse/index.js';
import { readPages } from '../src/stages/read-pages.js';
import { hit, testRun } from '../src/testing/index.js';
import { failure, type Site, site } from './support/page-server.js';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'winnow-ssrf-'));
const page = '<html><head><title>T</title></head><body><h1>T</h1><p>Public text.</p></body></html>';
let secret: Server;
let [port, touched] = [0, 0];
let clients: HttpClient[] = [];

beforeAll(async () => {
  secret = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  secret.on('connection', () => {
    touched += 1;
  });
  await new Promise<void>((resolve) => secret.listen({ port: 0, host: '::', ipv6Only: false }, resolve));
  ({ port } = secret.address() as AddressInfo);
});
beforeEach(() => {
  [touched, clients] = [0, []];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  expect(touched).toBe(0);
});
afterAll(async () => {
  secret.closeAllConnections();
  await new Promise((resolve) => secret.close(resolve));
  rmSync(folder, { recursive: true });
});

type Setup = {
  sites?: readonly Site[];
  lookup?: Lookup;
  robots?: boolean;
  parts?: Partial<PageFetcherParts>;
  config?: object;
};

/**
 * The listener's port is open to another address, so that it is never the port that is refused. Names lead to loopback
 * unless said.
 */
function fetcherWith({ sites = [], lookup, robots = true, parts = {}, config = {} }: Setup = {}) {
  const http = createHttpClient({
    testing: { treatAsPublic: [...sites.map((one) => `127.0.0.1:${one.port}`), `203.0.113.7:${port}`] },
    lookup: lookup ?? (async () => [{ address: '127.0.0.1', family: 4 }]),
    allowPrivateHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
  });
  clients.push(http);
  const base = { http, environment: { SCRAPINGDOG_API_KEY: 'k' }, dataDirectory: folder, parse: parseDocument };
  return createPageFetcher(fetchSchema.parse({ robots, perHost: { delayMs: 0 }, ...config }), { ...base, ...parts })
    .fetcher;
}

const addresses: Readonly<Record<string, readonly string[]>> = {
  plain: ['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  decimal: ['2130706433', '3232235521', '0'],
  octal: ['0177.0.0.1', '017700000001', '0177.0.0.01', '00000177.0.0.1'],
  hexadecimal: ['0x7f000001', '0x7F.0.0.1', '0x7f.0x0.0x0.0x1', '0x7f.1'],
  short: ['127.1', '127.0.1', '10.1', '192.168.257'],
  mixed: ['0x7f.0.0.01', '0177.0.0x0.1', '127.0x1'],
  loopback6: ['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[0000::0001]'],
  mapped: [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:10.0.0.1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
  ],
  nat64: ['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[64:ff9b::a00:1]'],
  '6to4': ['[2002:7f00:1::]', '[2002:7f00:1::1]', '[2002:a00:1::1]'],
  teredo: ['[2001::1]', '[2001:0:7f00:1::1]', '[2001:0:4136:e378:8000:63bf:80ff:fffe]'],
  unique: ['[fc00::1]', '[fd00::1]', '[fd00:ec2::254]'],
  'metadata service of a cloud': ['168.63.129.16', '0xa83f8110', '2822734096'],
  isatap: ['[2001:db9::5efe:7f00:1]', '[2001:db9::200:5efe:a00:1]', '[2600:1f00::5efe:a9fe:a9fe]'],
  'link-local': ['169.254.169.254', '169.254.0.1', '[fe80::1]', '[febf::1]', '[fec0::1]'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254', '100.100.100.200'],
  multicast: ['224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff0e::1]'],
  reserved: [
    '240.0.0.1',
    '255.255.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '[2001:db8::1]',
    '[100::1]',
    '[4000::1]',
  ],
  'trailing dot': ['127.0.0.1.', 'localhost.', 'localhost..', '2130706433.', '0x7f.1.'],
  names: [
    'localhost',
    'LOCALHOST',
    'a.localhost',
    'router',
    'printer.local',
    'db.internal',
    'nas.home.arpa',
    'x.svc',
    'metadata',
    'metadata.google.internal',
    'metadata.goog',
  ],
  'user names': [
    'user@127.0.0.1',
    'user:word@127.0.0.1',
    '@127.0.0.1',
    'example.com@127.0.0.1',
    'example.com%40127.0.0.1@127.0.0.1',
    'user@example.com',
  ],
  'unicode dots': ['127。0。0。1', '127．0．0．1', '127｡0｡0｡1', 'localhost。', '127。1'],
  'unicode digits': ['１２７.０.０.１', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '²130706433', 'ｌｏｃａｌｈｏｓｔ', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'],
  escapes: ['%31%32%37.0.0.1', '127.0.0.1%2e', 'loc%61lhost', '%6c%6f%63%61%6c%68%6f%73%74', '127%2e0%2e0%2e1'],
  'names that resolve to loopback': ['private.example.com', '127.0.0.1.nip.example.com'],
};
const everyAddress = Object.entries(addresses).flatMap(([kind, list]) =>
  list.map((address) => [kind, address] as const),
);

const written = [
  'http:127.0.0.1:PORT/',
  'http:/127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@example.com/',
  'http://example.com\\@127.0.0.1:PORT/',
  'http://127.0\t.0.1:PORT/',
  'http://127.0.0.1\n:PORT/',
  ' http://127.0.0.1:PORT/',
  '//127.0.0.1:PORT/',
  'HTTP://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@example.com/',
  'http://127.0.0.1:PORT?@example.com/',
  'file:///etc/hosts',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_x',
  'ws://127.0.0.1:PORT/',
  'data:text/html,x',
  'blob:http://127.0.0.1:PORT/x',
  'view-source:http://127.0.0.1:PORT/',
  'javascript:1',
];
const withPort = (address: string) => address.replace('PORT', String(port));

async function refused(url: string, setup: Setup = {}): Promise<void> {
  const error = await failure(fetcherWith(setup).fetch(url, { signal }));
  expect(error).toBeInstanceOf(WinnowError);
  expect(unreadKindOf(error)).toBe('not-public');
  expect((error as Error).message).not.toMatch(/port \d+ is not one/);
}

describe.each([true, false])('with robots.txt %s', (robots) => {
  test.each(everyAddress)('%s: http and https://%s are refused', async (_kind, address) => {
    await refused(`http://${address}:${port}/`, { robots });
    await refused(`https://${address}:${port}/`, { robots });
  });

  test.each(written)('the address %j is refused', async (address) => {
    await refused(withPort(address), { robots });
  });
});

describe('redirects', () => {
  const statuses = [301, 302, 303, 307, 308];
  const targets = [
    ...everyAddress.map(([, address]) => `http://${address}:PORT/`),
    ...written.filter((address) => !/^\s|[\t\n]/.test(address)),
    'https://127.0.0.1:PORT/',
  ];
  test.each(targets)('to %s are refused', async (target) => {
    const location = Buffer.from(withPort(target)).toString('latin1');
    const start = await site((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(statuses[targets.indexOf(target) % statuses.length] as number, { location }).end();
    });
    const error = await failure(fetcherWith({ sites: [start] }).fetch(start.origin, { signal }));
    // Some are names under the first host when read as relative: those lead nowhere, which is as good.
    expect(error).toBeInstanceOf(WinnowError);
  });

  test.each(statuses)('with status %i, at the end of a chain, are refused', async (status) => {
    const start = await site((request, response) => {
      const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('step'));
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(status, { location: step < 3 ? `/?step=${step + 1}` : `http://127.0.0.1:${port}/` }).end();
    });
    await refused(`${start.origin}/?step=0`, { sites: [start] });
  });

  test('of robots.txt itself are refused, and the page with them', async () => {
    const start = await site((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/robots.txt` }).end(),
    );
    await refused(`${start.origin}/page`, { sites: [start] });
    expect(start.seen.map(({ url }) => url)).toEqual(['/robots.txt']);
  });
});

describe('names that lie', () => {
  test('a name that is public for robots.txt and private for the page is refused', async () => {
    const open = await site((_request, response) => response.writeHead(404, { connection: 'close' }).end());
    let asked = 0;
    const lookup: Lookup = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    await refused(`http://page.example.com:${open.port}/`, { sites: [open], lookup });
    expect(asked).toBe(2);
  });

  test('each connection is made to the address that was checked: no second question is asked', async () => {
    const open = await site((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    const asked: string[] = [];
    const lookup: Lookup = async (name) => [{ address: asked.push(name) === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const document = await fetcherWith({ sites: [open], lookup, robots: false }).fetch(
      `http://page.example.com:${open.port}/`,
      { signal },
    );
    expect([document.text.includes('Public text.'), asked]).toEqual([true, ['page.example.com']]);
  });

  test.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    'fd00::1',
    '169.254.169.254',
    '100.64.0.1',
  ])('one private address (%s) among public ones is enough to refuse', async (address) => {
    const lookup: Lookup = async () => [
      { address: '203.0.113.7', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ];
    await refused(`http://page.example.com:${port}/`, { lookup });
  });
});

describe('other ways to a page', () => {
  test.each(everyAddress.filter(([kind]) => kind !== 'names that resolve to loopback'))(
    '%s: Scrapingdog is not asked for %s',
    async (_kind, address) => {
      const dog = await site((_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(page),
      );
      const setup = {
        sites: [dog],
        robots: false,
        parts: { scrapingdogUrl: dog.origin },
        config: { scrapingdog: { mode: 'always' } },
      };
      await refused(`http://${address}:${port}/`, setup);
      expect(dog.seen).toEqual([]);
    },
  );

  test.each(everyAddress)('%s: the browser is not started for %s', async (_kind, address) => {
    let started = 0;
    const loadPlaywright = () => {
      started += 1;
      return Promise.reject(new Error('not wanted'));
    };
    await refused(`http://${address}:${port}/`, {
      parts: { loadPlaywright },
      config: { browser: { mode: 'empty-pages' } },
    });
    expect(started).toBe(0);
  });

  test('what the cache holds under a private address is not given out', async () => {
    const open = await site((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=9999' }).end(page),
    );
    const url = `${open.origin}/cached`;
    await fetcherWith({ sites: [open], robots: false }).fetch(url, { signal });
    expect(await failure(fetcherWith({ robots: false }).fetch(url, { signal }))).toMatchObject({ code: 'blocked' });
    expect(open.seen).toHaveLength(1);
  });

  test('search results that lead inside are not read, and are named; public ones beside them are', async () => {
    const open = await site((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    const { run, events } = testRun();
    const urls = [
      `http://127.0.0.1:${port}/`,
      `${open.origin}/a`,
      `http://localhost:${port}/admin`,
      'http://169.254.169.254/latest/meta-data/',
    ];
    const fetcher = fetcherWith({ sites: [open], robots: false });
    const read = await readPages({ fetcher, concurrency: 4, pageTimeoutMs: 5000 })(
      urls.map((url) => hit(url)),
      run,
    );
    expect(read.map(({ document }) => document.url)).toEqual([`${open.origin}/a`]);
    expect(events.flatMap((event) => (event.type === 'page-failed' ? [event.kind] : []))).toEqual([
      'not-public',
      'not-public',
      'not-public',
    ]);
  });
});

test('public pages are read all the same, by address and by name, with robots.txt, cache and redirects', async () => {
  const open = await site((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(200).end('User-agent: *\nAllow: /');
    if (request.url === '/go') return void response.writeHead(302, { location: '/page' }).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  const fetcher = fetcherWith({ sites: [open] });
  for (const url of [`${open.origin}/page`, `http://page.example.com:${open.port}/go`])
    expect((await fetcher.fetch(url, { signal })).text).toContain('Public text.');
});
