import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { at, clientFor, failure, redirect, say, site, textOf } from '../../test/support/page-server.js';
import { createHttpClient } from './http.js';

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
    const server = createTlsServer({
      SNICallback: (name, callback) => callback(names.push(name) ? new Error('no certificate') : null),
    });
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const client = createHttpClient({ lookup: at('127.0.0.1'), testing: { treatAsPublic: [`127.0.0.1:${port}`] } });
    onTestFinished(() => client.close());
    expect(await failure(client.request({ url: `https://page.example.com:${port}/` }))).toMatchObject({
      code: 'unavailable',
    });
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
    onTestFinished(() => void vi.unstubAllEnvs());
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
    const page = await site((request, response) =>
      (request.url === '/end' ? say('end') : redirect(() => 'end'))(request, response),
    );
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

  test('ask before every hop, and end where the answer is no', async () => {
    const end = await site(say('end'));
    const start = await site(redirect(() => end.origin));
    const asked: string[] = [];
    const beforeHop = async ({ origin }: URL) => {
      if (asked.push(origin) === 4) throw new Error('not there');
    };
    const client = clientFor([start, end]);
    await client.request({ url: start.origin, beforeHop });
    expect(await failure(client.request({ url: start.origin, beforeHop }))).toBeInstanceOf(Error);
    expect(asked).toEqual([start.origin, end.origin, start.origin, end.origin]);
    expect(end.seen).toHaveLength(1);
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
    const start = await site((request, response) =>
      redirect(() => (request.url === '/far' ? end.origin : '/far'))(request, response),
    );
    const headers = {
      Authorization: 'Bearer k',
      Cookie: 'c=1',
      'X-Api-Key': 'k',
      'x-goog-api-key': 'k',
      Accept: 'text/html',
    };
    await clientFor([start, end]).request({ url: start.origin, headers });
    expect(start.seen[1]?.headers).toMatchObject({ authorization: 'Bearer k', cookie: 'c=1' });
    expect(Object.keys(end.seen[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  test.each([301, 302, 303])('with %i turn POST into GET without the body', async (status) => {
    const page = await site((request, response) =>
      (request.url === '/end' ? say('end') : redirect(() => '/end', status))(request, response),
    );
    await clientFor([page]).request({
      url: page.origin,
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
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
    expect(await failure(client.request({ url: `${page.origin}/far`, method: 'POST', body: 'text' }))).toMatchObject({
      code: 'blocked',
    });
    expect(far.seen).toEqual([]);
  });
});
