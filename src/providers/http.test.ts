import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WinnowError } from '../core/errors.js';
import { createHttpClient, type HttpClient, type HttpClientOptions, type HttpRequest } from './http.js';

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Site = { port: number; origin: string; seen: Seen[]; server: Server };

async function site(answer: RequestListener, { host = '127.0.0.1', port = 0 } = {}): Promise<Site> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address() as AddressInfo;
  return { port: address.port, origin: `http://${host}:${address.port}`, seen, server };
}

/** A client to which the given sites are public. */
function clientFor(sites: readonly Site[], options: HttpClientOptions = {}): HttpClient {
  const treatAsPublic = sites.map(({ origin }) => origin.slice('http://'.length));
  const client = createHttpClient({ testing: { treatAsPublic }, ...options });
  cleanups.push(() => client.close());
  return client;
}

const say =
  (text: string, headers = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, headers).end(text);
const redirect =
  (to: () => string, status = 302) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { location: to() }).end('moved');
const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );
const at = (address: string) => async () => [{ address, family: 4 }];

describe('a public page', () => {
  test('is read, with status, headers and final address', async () => {
    const page = await site(say('hello', { 'content-type': 'text/plain', 'x-twice': ['a', 'b'] }));
    const response = await clientFor([page]).request({ url: `${page.origin}/a?b=c#d` });
    expect(response).toMatchObject({ url: `${page.origin}/a?b=c#d`, status: 200, truncated: false });
    expect(response.headers).toMatchObject({ 'content-type': 'text/plain', 'x-twice': 'a, b' });
    expect(textOf(response)).toBe('hello');
    expect(page.seen[0]).toMatchObject({ method: 'GET', url: '/a?b=c', headers: { 'user-agent': 'winnow-rag' } });
  });

  test('is asked under its name: one look-up, Host kept', async () => {
    const page = await site(say('hello'));
    const asked: string[] = [];
    const lookup = async (name: string) => [{ address: asked.push(name) === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    await clientFor([page], { lookup }).request({ url: `http://page.example.com:${page.port}/` });
    expect(asked).toEqual(['page.example.com']);
    expect(page.seen[0]?.headers.host).toBe(`page.example.com:${page.port}`);
  });

  test('is asked under its name in TLS, and a server that cannot prove the name is not read', async () => {
    const names: string[] = [];
    const server = createTlsServer({ SNICallback: (name, callback) => callback(names.push(name) ? new Error('no certificate') : null) });
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const client = createHttpClient({ lookup: at('127.0.0.1'), testing: { treatAsPublic: [`127.0.0.1:${port}`] } });
    cleanups.push(() => client.close());
    expect(await failure(client.request({ url: `https://page.example.com:${port}/` }))).toMatchObject({ code: 'unavailable' });
    expect(names).toEqual(['page.example.com']);
  });

  test('keeps its error status and body', async () => {
    const page = await site((_request, response) => response.writeHead(404).end('gone'));
    const response = await clientFor([page]).request({ url: page.origin });
    expect([response.status, textOf(response)]).toEqual([404, 'gone']);
  });

  test('is read directly whatever proxy the environment names', async () => {
    const [page, proxy] = [await site(say('direct')), await site(say('proxied'))];
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.origin);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    cleanups.push(() => vi.unstubAllEnvs());
    const response = await clientFor([page]).request({ url: page.origin });
    expect(textOf(response)).toBe('direct');
    expect(proxy.seen).toEqual([]);
  });
});

// macOS has no second loopback address unless one is set up.
describe.skipIf(process.platform === 'darwin')('a name that changes its address', () => {
  test('is connected to the address that was checked, and checked again for the next connection', async () => {
    const page = await site(say('public', { connection: 'close' }));
    const secret = await site(say('secret'), { host: '127.0.0.2', port: page.port });
    let asked = 0;
    const lookup = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    const client = clientFor([page], { lookup });
    const url = `http://page.example.com:${page.port}/`;
    expect(textOf(await client.request({ url }))).toBe('public');
    expect(await failure(client.request({ url }))).toMatchObject({ code: 'blocked' });
    expect(secret.seen).toEqual([]);
  });

  test('never leads a page request onto a connection kept open for a model', async () => {
    const page = await site(say('public'));
    const model = await site(say('model'), { host: '127.0.0.2', port: page.port });
    let address = '127.0.0.2';
    const client = clientFor([page], {
      lookup: async () => [{ address, family: 4 }],
      allowPrivateHosts: [`models.example.com:${page.port}`],
    });
    const url = `http://models.example.com:${page.port}/`;
    // Several of each, since not every request takes up the connection that is open.
    for (let n = 0; n < 4; n++) expect(textOf(await client.request({ url, purpose: 'model' }))).toBe('model');
    address = '127.0.0.1';
    for (let n = 0; n < 4; n++) expect(textOf(await client.request({ url }))).toBe('public');
    expect(model.seen).toHaveLength(4);
  });
});

test('a host with several addresses is reached at the one that answers', async () => {
  const page = await site(say('hello'));
  const both = async () => [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  const client = clientFor([], { lookup: both, allowPrivateHosts: [`localhost:${page.port}`] });
  expect(textOf(await client.request({ url: `http://localhost:${page.port}/`, purpose: 'model' }))).toBe('hello');
});

describe('redirects', () => {
  test('are followed, relative ones too', async () => {
    const page = await site((request, response) => (request.url === '/end' ? say('end') : redirect(() => 'end'))(request, response));
    const response = await clientFor([page]).request({ url: `${page.origin}/start` });
    expect([textOf(response), response.url]).toEqual(['end', `${page.origin}/end`]);
  });

  test('end after five', async () => {
    const page = await site(redirect(() => '/again'));
    expect(await failure(clientFor([page]).request({ url: page.origin }))).toMatchObject({ code: 'unavailable' });
    expect(page.seen).toHaveLength(6);
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    '//127.0.0.1:PORT',
    'http://2130706433:PORT/',
    'file:///etc/hosts',
    'http://a@127.0.0.1:PORT/',
  ])('from a page to %s are refused', async (to) => {
    const secret = await site(say('secret'));
    const page = await site(redirect(() => to.replace('PORT', String(secret.port))));
    // The port of the secret is opened for another address, so that it is not the port that is refused.
    const treatAsPublic = [`127.0.0.1:${page.port}`, `203.0.113.7:${secret.port}`];
    const error = await failure(clientFor([], { testing: { treatAsPublic } }).request({ url: page.origin }));
    expect(error).toMatchObject({ code: 'blocked', message: expect.not.stringContaining('is not one web pages') });
    expect(page.seen).toHaveLength(1);
    expect(secret.seen).toEqual([]);
  });

  test('from an allowed model host to a private address, even to another allowed one, are refused', async () => {
    const other = await site(say('other'));
    const model = await site(redirect(() => other.origin));
    const allowPrivateHosts = [`127.0.0.1:${model.port}`, `127.0.0.1:${other.port}`];
    const client = clientFor([], { allowPrivateHosts });
    expect(await failure(client.request({ url: model.origin, purpose: 'model' }))).toMatchObject({ code: 'blocked' });
    expect(other.seen).toEqual([]);
  });

  test('to another origin leave all keys and cookies behind; to the same origin they stay', async () => {
    const end = await site(say('end'));
    const start = await site((request, response) => redirect(() => (request.url === '/far' ? end.origin : '/far'))(request, response));
    const headers = { Authorization: 'Bearer k', Cookie: 'c=1', 'X-Api-Key': 'k', 'x-goog-api-key': 'k', Accept: 'text/html' };
    await clientFor([start, end]).request({ url: start.origin, headers });
    expect(start.seen[1]?.headers).toMatchObject({ authorization: 'Bearer k', cookie: 'c=1' });
    expect(Object.keys(end.seen[0]?.headers ?? {}).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  test.each([301, 302, 303])('with %i turn POST into GET without the body', async (status) => {
    const page = await site((request, response) =>
      (request.url === '/end' ? say('end') : redirect(() => '/end', status))(request, response),
    );
    await clientFor([page]).request({ url: page.origin, method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    expect(page.seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{}'],
      ['GET', ''],
    ]);
    expect(page.seen[1]?.headers['content-type']).toBeUndefined();
  });

  test.each([307, 308])('with %i send a POST again to the same origin only', async (status) => {
    const far = await site(say('far'));
    const page = await site((request, response) => {
      if (request.url === '/end') return say('end')(request, response);
      redirect(() => (request.url === '/far' ? far.origin : '/end'), status)(request, response);
    });
    const client = clientFor([page, far]);
    await client.request({ url: page.origin, method: 'POST', body: 'text' });
    expect(page.seen[1]).toMatchObject({ method: 'POST', body: 'text', url: '/end' });
    expect(await failure(client.request({ url: `${page.origin}/far`, method: 'POST', body: 'text' }))).toMatchObject({ code: 'blocked' });
    expect(far.seen).toEqual([]);
  });
});

describe('sizes', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['x-gzip', gzipSync],
  ] as const)('a body compressed as %s is unpacked', async (encoding, compress) => {
    const page = await site((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(compress('hello hello')));
    expect(textOf(await clientFor([page]).request({ url: page.origin }))).toBe('hello hello');
  });

  test('a body in two codings is unpacked, one in three is not', async () => {
    const page = await site((request, response) => {
      const twice = gzipSync(brotliCompressSync('hello'));
      response.writeHead(200, { 'content-encoding': request.url === '/2' ? 'br, gzip' : 'br, gzip, gzip' }).end(twice);
    });
    const client = clientFor([page]);
    expect(textOf(await client.request({ url: `${page.origin}/2` }))).toBe('hello');
    expect(await failure(client.request({ url: `${page.origin}/3` }))).toMatchObject({ code: 'unreadable' });
  });

  test('HEAD has no body to unpack', async () => {
    const page = await site((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end());
    expect(await clientFor([page]).request({ url: page.origin, method: 'HEAD' })).toMatchObject({ status: 200, truncated: false });
  });

  test('a body over the limit is cut, and says so; one of just that size is whole', async () => {
    const page = await site(say('x'.repeat(1000)));
    const client = clientFor([page]);
    const cut = await client.request({ url: page.origin, maxBytes: 999 });
    expect([cut.bytes.length, cut.truncated]).toEqual([999, true]);
    const whole = await client.request({ url: page.origin, maxBytes: 1000 });
    expect([whole.bytes.length, whole.truncated]).toEqual([1000, false]);
  });

  test('an endless body is cut', async () => {
    const page = await site((_request, response) => {
      const more = () => response.destroyed || (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more));
      more();
    });
    expect(await clientFor([page]).request({ url: page.origin, maxBytes: 500_000 })).toMatchObject({ truncated: true });
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('a %s bomb is given up on; with a small limit it is cut', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(4_000_000));
    const page = await site((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb));
    const client = clientFor([page]);
    const error = await failure(client.request({ url: page.origin, maxBytes: 100_000_000 }));
    expect(error).toMatchObject({ code: 'unreadable', message: expect.stringContaining('grew more than') });
    const cut = await client.request({ url: page.origin, maxBytes: 5000 });
    expect([cut.bytes.length, cut.truncated]).toEqual([5000, true]);
  });

  test.each(['gzip', 'br', 'deflate', 'zstd'])('a body that is not what it says (%s) is unreadable', async (encoding) => {
    const page = await site(say('\u0001this is plain text', { 'content-encoding': encoding }));
    expect(await failure(clientFor([page]).request({ url: page.origin }))).toMatchObject({ code: 'unreadable' });
  });
});

describe('silence and failure', () => {
  const hang: RequestListener = () => {};
  const halfway: RequestListener = (_request, response) => response.writeHead(200).write('half');

  test.each([
    ['before the headers', hang],
    ['inside the body', halfway],
  ])('a server that falls silent %s is given up on', async (_when, answer) => {
    const page = await site(answer);
    const error = await failure(clientFor([page]).request({ url: page.origin, timeoutMs: 100 }));
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('100 ms') });
  });

  test('a server that accepts and does not speak TLS is given up on', async () => {
    const server = createTcpServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const client = createHttpClient({ testing: { treatAsPublic: [`127.0.0.1:${port}`] } });
    cleanups.push(() => client.close());
    const url = `https://127.0.0.1:${port}/`;
    const late = await failure(client.request({ url, timeoutMs: 100 }));
    expect(late).toMatchObject({ code: 'unavailable', message: expect.stringContaining('within 100 ms') });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await failure(client.request({ url, signal: controller.signal }))).toMatchObject({ code: 'cancelled' });
  });

  test('a name that is never resolved is given up on', async () => {
    const client = clientFor([], { lookup: () => new Promise(() => {}) });
    const error = await failure(client.request({ url: 'http://page.example.com/', connectTimeoutMs: 50 }));
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('not resolved') });
  });

  test('a name that is not found, a closed port and a broken body are failures to connect', async () => {
    const notFound = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    const nameless = clientFor([], { lookup: notFound });
    expect(await failure(nameless.request({ url: 'http://page.example.com/' }))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('ENOTFOUND'),
    });
    const page = await site((_request, response) =>
      response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy()),
    );
    const client = clientFor([page]);
    expect(await failure(client.request({ url: page.origin }))).toMatchObject({ code: 'unavailable' });
    page.server.closeAllConnections();
    await new Promise((resolve) => page.server.close(resolve));
    expect(await failure(client.request({ url: page.origin }))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test.each([
    ['before the headers', hang],
    ['inside the body', halfway],
  ])('a request stopped %s gives the reason of the signal', async (_when, answer) => {
    const page = await site(answer);
    const client = clientFor([page]);
    const stopped = async (reason?: unknown) => {
      const controller = new AbortController();
      const pending = failure(client.request({ url: page.origin, signal: controller.signal }));
      const known = page.seen.length;
      while (page.seen.length === known) await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort(reason);
      return pending;
    };
    const reason = new WinnowError('deadline', 'The run is over.');
    expect(await stopped(reason)).toBe(reason);
    expect(await stopped(new Error('other'))).toMatchObject({ name: 'WinnowError', code: 'cancelled' });
    expect(await stopped()).toMatchObject({ name: 'WinnowError', code: 'cancelled' });
  });

  test('a request that is stopped before it starts is not sent', async () => {
    const page = await site(say('hello'));
    expect(await failure(clientFor([page]).request({ url: page.origin, signal: AbortSignal.abort() }))).toMatchObject({
      code: 'cancelled',
    });
    expect(page.seen).toEqual([]);
  });

  test('no error shows a query, a header or a body', async () => {
    const page = await site(hang);
    const client = clientFor([page]);
    const request: HttpRequest = {
      url: `${page.origin}/p?key=hidden1`,
      method: 'POST',
      body: 'hidden2',
      headers: { authorization: 'hidden3' },
      timeoutMs: 50,
    };
    const badHeader = await failure(client.request({ ...request, headers: { authorization: 'hidden4\r\nx: y' } }));
    const late = await failure(client.request(request));
    const closed = await failure(
      clientFor([page], { lookup: at('127.0.0.1') }).request({ ...request, url: 'http://page.example.com:8080/p?key=hidden5' }),
    );
    expect(late).toMatchObject({ code: 'unavailable', message: expect.stringContaining(`${page.origin}/p did`) });
    expect(badHeader).toMatchObject({ code: 'usage' });
    expect(inspect([badHeader, late, closed], { depth: 9 })).not.toMatch(/hidden\d/);
  });
});

describe('streams', () => {
  const collect = async (body: AsyncIterable<Uint8Array>) => {
    let text = '';
    for await (const chunk of body) text += new TextDecoder().decode(chunk);
    return text;
  };

  test('give pieces as they come', async () => {
    let go = () => {};
    const page = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('one');
      go = () => response.end('two');
    });
    const { status, body } = await clientFor([page]).stream({ url: page.origin });
    const pieces: string[] = [];
    for await (const chunk of body) {
      pieces.push(new TextDecoder().decode(chunk));
      go();
    }
    expect([status, pieces]).toEqual([200, ['one', 'two']]);
  });

  test('may last longer than the time limit, but not fall silent for that long', async () => {
    const page = await site((request, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        if (sent++ < 6) response.write('x');
        else if (request.url === '/ends') response.end();
      }, 50);
      response.once('close', () => clearInterval(timer));
    });
    const client = clientFor([page]);
    expect(await collect((await client.stream({ url: `${page.origin}/ends`, timeoutMs: 250 })).body)).toBe('xxxxxx');
    const { body } = await client.stream({ url: page.origin, timeoutMs: 250 });
    expect(await failure(collect(body))).toMatchObject({ code: 'unavailable' });
  });

  test('are refused, stopped and limited like any request', async () => {
    const page = await site(halfway());
    const client = clientFor([page]);
    const controller = new AbortController();
    const { body } = await client.stream({ url: page.origin, signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    expect(await failure(collect(body))).toMatchObject({ code: 'cancelled' });
    const limited = await client.stream({ url: page.origin, maxBytes: 2 });
    expect(await failure(collect(limited.body))).toMatchObject({ code: 'unreadable' });
    expect(await failure(client.stream({ url: 'http://localhost/' }))).toMatchObject({ code: 'blocked' });
  });

  test('that nobody reads let the connection go', async () => {
    const page = await site(halfway());
    await clientFor([page]).stream({ url: page.origin, timeoutMs: 50 });
    const connections = () => new Promise<number>((resolve) => page.server.getConnections((_error, count) => resolve(count)));
    while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  function halfway(): RequestListener {
    return (_request, response) => response.writeHead(200).write('half');
  }
});
