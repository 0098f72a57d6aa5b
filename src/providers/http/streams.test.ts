import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientFor, failure, site } from '../../../test/support/page-server.js';

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
    const connections = () =>
      new Promise<number>((resolve) => page.server.getConnections((_error, count) => resolve(count)));
    while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  function halfway(): RequestListener {
    return (_request, response) => response.writeHead(200).write('half');
  }
});
