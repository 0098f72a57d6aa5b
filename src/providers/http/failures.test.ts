import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { at, clientFor, failure, say, site } from '../../../test/support/page-server.js';
import { WinnowError } from '../../core/errors.js';
import { createHttpClient, type HttpRequest } from '../http.js';

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
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const client = createHttpClient({ testing: { treatAsPublic: [`127.0.0.1:${port}`] } });
    onTestFinished(() => client.close());
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
      clientFor([page], { lookup: at('127.0.0.1') }).request({
        ...request,
        url: 'http://page.example.com:8080/p?key=hidden5',
      }),
    );
    expect(late).toMatchObject({ code: 'unavailable', message: expect.stringContaining(`${page.origin}/p did`) });
    expect(badHeader).toMatchObject({ code: 'usage' });
    expect(inspect([badHeader, late, closed], { depth: 9 })).not.toMatch(/hidden\d/);
  });
});
