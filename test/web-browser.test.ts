/**
 * Pages that need scripts, in a real Chromium, and pages that use them to get out: a listener on loopback must stay
 * untouched.
 */
import { createSocket } from 'node:dgram';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../src/core/clock.js';
import { type BrowserFetcher, createBrowserFetcher } from '../src/providers/fetch/browser/index.js';
import { createPageClient } from '../src/providers/fetch/pages.js';
import { createRobots } from '../src/providers/fetch/robots/index.js';
import { createHttpClient } from '../src/providers/http.js';
import { parseDocument } from '../src/providers/parse/index.js';
import { browserMissing, loadPlaywright } from './support/chromium.js';
import { failure, type Site, site } from './support/page-server.js';

const { signal } = new AbortController();
const shell = (script: string) =>
  `<!doctype html><html><head><title>Shell</title></head><body><div id="root"></div><script>${script}</script></body></html>`;
const show = (text: string) => `document.getElementById('root').innerHTML = '<h1>Title</h1><p>' + ${text} + '</p>';`;

if (browserMissing) test(`the browser was NOT tested: ${browserMissing}`, ({ skip }) => skip());

describe.skipIf(browserMissing)('a page in the browser', () => {
  let [secret, touched, packets]: [Server | undefined, number, number] = [undefined, 0, 0];
  const udp = createSocket('udp4');
  let [port, udpPort] = [0, 0];
  let browser: BrowserFetcher | undefined;
  let pages: Record<string, string | RequestListener> = {};
  let host: Site;

  beforeAll(async () => {
    secret = createServer((socket) => {
      touched += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => secret?.listen({ port: 0, host: '::', ipv6Only: false }, resolve));
    ({ port } = secret.address() as AddressInfo);
    udp.on('message', () => {
      packets += 1;
    });
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    udpPort = udp.address().port;
  });
  afterAll(async () => {
    udp.close();
    await new Promise((resolve) => secret?.close(resolve));
  });

  beforeEach(async () => {
    [touched, packets, pages] = [0, 0, {}];
    host = await site((request, response) => {
      const page = pages[new URL(request.url ?? '', 'http://x').pathname];
      if (typeof page === 'function') return void page(request, response);
      const type = request.url?.endsWith('.json')
        ? 'application/json'
        : request.url?.endsWith('.js')
          ? 'text/javascript'
          : 'text/html';
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': type }).end(page);
    });
  });
  afterEach(() => browser?.close());

  /**
   * The host is public under its address and under the name page.example.com; the port of the secret is open to other
   * addresses.
   */
  function fetcher(options: { timeoutMs?: number; maxBytes?: number; robots?: boolean } = {}) {
    const http = createHttpClient({
      testing: { treatAsPublic: [`127.0.0.1:${host.port}`, `203.0.113.7:${port}`] },
      lookup: async (name) => [{ address: name === 'page.example.com' ? '127.0.0.1' : '203.0.113.9', family: 4 }],
    });
    const userAgent = 'winnow-rag/1 (+https://x.example)';
    const robots = options.robots
      ? createRobots({ http, clock: systemClock, product: 'winnow-rag', userAgent })
      : undefined;
    const client = createPageClient({ http, clock: systemClock, userAgent, robots });
    const limits = { timeoutMs: options.timeoutMs ?? 20_000, maxBytes: options.maxBytes ?? 1_000_000 };
    browser = createBrowserFetcher({
      http,
      pages: client,
      robots,
      parse: parseDocument,
      userAgent,
      load: loadPlaywright,
      ...limits,
    });
    return browser;
  }

  test('is read after its scripts have run, with the data they ask for', async () => {
    pages = {
      '/app': shell(`fetch('/data.json').then((r) => r.json()).then(({ text }) => { ${show('text')} })`),
      '/data.json': '{"text": "The bridge opened in 1888."}',
    };
    const document = await fetcher().fetch(`http://page.example.com:${host.port}/app`, { signal });
    expect(document).toMatchObject({ url: `http://page.example.com:${host.port}/app`, title: expect.any(String) });
    expect(document.text).toContain('The bridge opened in 1888.');
    expect(host.seen.map(({ url, headers }) => [url, headers['user-agent'], headers.cookie])).toEqual([
      ['/app', 'winnow-rag/1 (+https://x.example)', undefined],
      ['/data.json', 'winnow-rag/1 (+https://x.example)', undefined],
    ]);
  });

  test('is read under the address it redirects to', async () => {
    pages = {
      '/old': (_request, response) => response.writeHead(302, { location: '/new/app' }).end(),
      '/new/app': shell(`fetch('data.json').then((r) => r.json()).then(({ text }) => { ${show('text')} })`),
      '/new/data.json': '{"text": "It opened in 1888."}',
    };
    const document = await fetcher().fetch(`${host.origin}/old`, { signal });
    expect([document.url, document.text]).toEqual([
      `${host.origin}/new/app`,
      expect.stringContaining('It opened in 1888.'),
    ]);
  });

  /** Every way out that a script has, each to the listener. */
  const escapes: Record<string, (to: string) => string> = {
    fetch: (to) => `fetch('http://${to}/')`,
    'fetch without cors': (to) => `fetch('http://${to}/', { mode: 'no-cors', keepalive: true })`,
    post: (to) => `fetch('http://${to}/', { method: 'POST', mode: 'no-cors', body: 'x' })`,
    put: (to) => `fetch('http://${to}/', { method: 'PUT', body: 'x' })`,
    xhr: (to) => `const x = new XMLHttpRequest(); x.open('GET', 'http://${to}/'); x.send()`,
    image: (to) => `new Image().src = 'http://${to}/x.png'`,
    script: (to) =>
      `document.head.append(Object.assign(document.createElement('script'), { src: 'http://${to}/x.js' }))`,
    style: (to) =>
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'http://${to}/x.css' }))`,
    preconnect: (to) =>
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: 'http://${to}/' }))`,
    prefetch: (to) =>
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: 'http://${to}/x' }))`,
    font: (to) => `new FontFace('x', 'url(http://${to}/x.woff)').load().catch(() => {})`,
    frame: (to) => `document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://${to}/' }))`,
    object: (to) => `document.body.append(Object.assign(document.createElement('object'), { data: 'http://${to}/' }))`,
    video: (to) =>
      `document.body.append(Object.assign(document.createElement('video'), { src: 'http://${to}/x.mp4', preload: 'auto' }))`,
    beacon: (to) => `navigator.sendBeacon('http://${to}/', 'x')`,
    'event source': (to) => `new EventSource('http://${to}/')`,
    'web socket': (to) => `new WebSocket('ws://${to}/')`,
    'web transport': (to) => `new WebTransport('https://${to}/').ready.catch(() => {})`,
    window: (to) => `window.open('http://${to}/')`,
    form: (to) =>
      `const f = Object.assign(document.createElement('form'), { action: 'http://${to}/', method: 'post', target: '_blank' }); document.body.append(f); f.submit()`,
    download: (to) =>
      `Object.assign(document.createElement('a'), { href: 'http://${to}/x.zip', download: 'x' }).click()`,
    'worker fetch': (to) => `new Worker(URL.createObjectURL(new Blob(["fetch('http://${to}/').catch(() => {})"])))`,
    'worker socket': (to) => `new Worker(URL.createObjectURL(new Blob(["new WebSocket('ws://${to}/')"])))`,
    'shared worker': (to) =>
      `new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://${to}/').catch(() => {})"])))`,
    'import in a worker': (to) => `new Worker(URL.createObjectURL(new Blob(["importScripts('http://${to}/x.js')"])))`,
    'dynamic import': (to) => `import('http://${to}/x.js').catch(() => {})`,
    'redirected fetch': (to) => `fetch('/redirect?to=${to}')`,
    'redirected image': (to) => `new Image().src = '/redirect?to=${to}'`,
    'redirected script': (to) =>
      `document.head.append(Object.assign(document.createElement('script'), { src: '/redirect?to=${to}' }))`,
  };
  const redirecting: RequestListener = (request, response) =>
    response
      .writeHead(302, { location: `http://${new URL(request.url ?? '', 'http://x').searchParams.get('to')}/` })
      .end();

  test('cannot reach a private address in any way a script has', async () => {
    const targets = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '2130706433',
      '127.1',
      '[::ffff:127.0.0.1]',
      'private.example.com',
    ];
    const attempts = Object.values(escapes).flatMap((leave, at) => {
      const to = `${targets[at % targets.length]}:${port}`;
      return [leave(`127.0.0.1:${port}`), leave(to)].map((code) => `try { ${code} } catch {}`);
    });
    pages = {
      '/attack': shell(`${attempts.map((code) => `{ ${code} }`).join('\n')}\n${show("'Still a page.'")}`),
      '/redirect': redirecting,
    };
    const document = await fetcher().fetch(`${host.origin}/attack`, { signal });
    expect(document.text).toContain('Still a page.');
    expect(touched).toBe(0);
  });

  test.each([
    ['location', (to: string) => shell(`location.href = '${to}'`)],
    [
      'a form',
      (to: string) => shell(`document.body.innerHTML = '<form action="${to}"></form>'; document.forms[0].submit()`),
    ],
    [
      'a meta element',
      (to: string) =>
        `<html><head><meta http-equiv="refresh" content="0;url=${to}"></head><body><div id="root"></div><script></script></body></html>`,
    ],
  ])('cannot go to a private address by %s', async (_way, page) => {
    pages = { '/leave': page(`http://127.0.0.1:${port}/`), '/again': page('/redirect'), '/redirect': redirecting };
    const reader = fetcher();
    await failure(reader.fetch(`${host.origin}/leave`, { signal }));
    await failure(reader.fetch(`${host.origin}/again?to=127.0.0.1:${port}`, { signal }));
    expect(touched).toBe(0);
  });

  test('cannot send packets by WebRTC, not even from a frame', async () => {
    const call = `
      const RTC = window.RTCPeerConnection || document.body.appendChild(document.createElement('iframe')).contentWindow.RTCPeerConnection;
      if (RTC) {
        const peer = new RTC({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }, { urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'a', credential: 'b' }] });
        peer.createDataChannel('x');
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      }
      fetch('/slow.json').then(() => { ${show("'Done calling.'")} })`;
    // A page is waited for as long as it waits for data, which gives the call its time.
    pages = {
      '/call': shell(call),
      '/slow.json': (_request, response) => void setTimeout(() => response.end('{}'), 1500),
    };
    const document = await fetcher({ timeoutMs: 15_000 }).fetch(`${host.origin}/call`, { signal });
    expect(document.text).toContain('Done calling.');
    expect([touched, packets]).toEqual([0, 0]);
  });

  test('does not register service workers', async () => {
    pages = {
      '/app': shell(
        `navigator.serviceWorker.register('/worker.js').then(() => 'registered', () => 'refused').then((what) => { ${show('what')} })`,
      ),
      '/worker.js': `self.addEventListener('install', () => fetch('http://127.0.0.1:${port}/'))`,
    };
    await fetcher()
      .fetch(`http://page.example.com:${host.port}/app`, { signal })
      .catch(() => undefined);
    expect(touched).toBe(0);
    expect(host.seen.map(({ url }) => url)).not.toContain('/worker.js');
  });

  test('that never ends is given up on, and the next one is read', async () => {
    pages = { '/loop': shell('for (;;) {}'), '/fine': shell(show("'Fine.'")) };
    const reader = fetcher({ timeoutMs: 3000 });
    expect(await failure(reader.fetch(`${host.origin}/loop`, { signal }))).toMatchObject({ kind: 'timeout' });
    expect((await reader.fetch(`${host.origin}/fine`, { signal })).text).toContain('Fine.');
  });

  test('may not load or grow without end', async () => {
    const big: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(' '.repeat(300_000));
    const loads = Array.from({ length: 10 }, (_, at) => `fetch('/big.js?${at}').catch(() => {})`).join(';');
    pages = {
      '/loads': shell(`${loads}; ${show("'Shown.'")}`),
      '/big.js': big,
      '/grows': shell(show("'x '.repeat(600000)")),
    };
    const reader = fetcher();
    expect((await reader.fetch(`${host.origin}/loads`, { signal })).text).toContain('Shown.');
    expect(await failure(reader.fetch(`${host.origin}/grows`, { signal }))).toMatchObject({ kind: 'too-large' });
  });

  test('is stopped with the run', async () => {
    pages = { '/loop': shell('for (;;) {}') };
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('stopped')), 1500);
    expect(await failure(fetcher().fetch(`${host.origin}/loop`, { signal: controller.signal }))).toMatchObject({
      message: expect.stringContaining('stopped'),
    });
  });

  test('does not load what robots.txt keeps to itself, nor is itself loaded where it says so', async () => {
    pages = {
      '/robots.txt': 'User-agent: winnow-rag\nDisallow: /private',
      '/app': shell(
        `fetch('/private/data.json').then((r) => r.text(), () => 'refused').then((what) => { ${show('what')} })`,
      ),
      '/private/data.json': '"secret"',
      '/private/app': shell(show("'no'")),
    };
    const reader = fetcher({ robots: true });
    expect((await reader.fetch(`${host.origin}/app`, { signal })).text).toContain('refused');
    expect(await failure(reader.fetch(`${host.origin}/private/app`, { signal }))).toMatchObject({ kind: 'robots' });
    expect(host.seen.map(({ url }) => url)).toEqual(['/robots.txt', '/app']);
  });

  test('that still holds no text says so', async () => {
    pages = { '/nothing': shell('') };
    expect(await failure(fetcher().fetch(`${host.origin}/nothing`, { signal }))).toMatchObject({ kind: 'empty' });
  });
});

test('without playwright-core or a Chromium the page says what is missing', async () => {
  const host = await site((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(shell('')),
  );
  const http = createHttpClient({ testing: { treatAsPublic: [`127.0.0.1:${host.port}`] } });
  const pages = createPageClient({ http, clock: systemClock, userAgent: 'x' });
  const parts = { http, pages, parse: parseDocument, userAgent: 'x', timeoutMs: 5000, maxBytes: 1_000_000 };
  const absent = createBrowserFetcher({ ...parts, load: () => Promise.reject(new Error('Cannot find package')) });
  expect(await failure(absent.fetch(host.origin, { signal }))).toMatchObject({
    kind: 'empty',
    message: expect.stringContaining('npm install playwright-core'),
  });
  const pathless = createBrowserFetcher({
    ...parts,
    load: async () => ({ chromium: { launch: () => Promise.reject(new Error('not asked')) } }),
    executablePath: '/nowhere/chromium',
  });
  expect(await failure(pathless.fetch(host.origin, { signal }))).toMatchObject({
    kind: 'empty',
    message: expect.stringContaining('executablePath'),
  });
  await http.close();
});
