import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { clientFor, failure, say, site, textOf } from '../../../test/support/page-server.js';

describe('sizes', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['x-gzip', gzipSync],
  ] as const)('a body compressed as %s is unpacked', async (encoding, compress) => {
    const page = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress('hello hello')),
    );
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
    expect(await clientFor([page]).request({ url: page.origin, method: 'HEAD' })).toMatchObject({
      status: 200,
      truncated: false,
    });
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
      const more = () =>
        response.destroyed || (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more));
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
    const page = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    const client = clientFor([page]);
    const error = await failure(client.request({ url: page.origin, maxBytes: 100_000_000 }));
    expect(error).toMatchObject({ code: 'unreadable', message: expect.stringContaining('grew more than') });
    const cut = await client.request({ url: page.origin, maxBytes: 5000 });
    expect([cut.bytes.length, cut.truncated]).toEqual([5000, true]);
  });

  test('a body that grows before it is unpacked and shrinks after is given up on', async () => {
    const empties = Buffer.concat(Array.from({ length: 10_000 }, () => gzipSync('')));
    const page = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(empties),
    );
    const error = await failure(clientFor([page]).request({ url: page.origin, maxBytes: 1000 }));
    expect(error).toMatchObject({
      code: 'unreadable',
      kind: 'too-large',
      message: expect.stringContaining('before it is unpacked'),
    });
  });

  test.each(['gzip', 'br', 'deflate', 'zstd'])(
    'a body that is not what it says (%s) is unreadable',
    async (encoding) => {
      const page = await site(say('\u0001this is plain text', { 'content-encoding': encoding }));
      expect(await failure(clientFor([page]).request({ url: page.origin }))).toMatchObject({ code: 'unreadable' });
    },
  );
});
