import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WinnowError } from '../../core/errors.js';
import { createHttpClient, type HttpClient, type HttpRequest } from '../http.js';

/** A service on loopback that no refused request may touch; connections are counted, not only requests. */
let secret: Server;
let port: number;
let touched = 0;
let client: HttpClient;

beforeEach(async () => {
  touched = 0;
  secret = createServer((_request, response) => response.end('secret'));
  secret.on('connection', () => touched++);
  await new Promise<void>((resolve) =>
    secret.listen({ port: 0, host: '::', ipv6Only: false }, resolve).once('error', () => secret.listen(0, '127.0.0.1')),
  );
  port = (secret.address() as AddressInfo).port;
  // Opens the port and nothing else, so that it is the address and not the port that is refused.
  client = createHttpClient({
    testing: { treatAsPublic: [`203.0.113.7:${port}`] },
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
});

afterEach(async () => {
  await client.close();
  secret.closeAllConnections();
  await new Promise((resolve) => secret.close(resolve));
});

async function refusal(request: HttpRequest, by = client): Promise<WinnowError> {
  const error: unknown = await by.request(request).then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  );
  expect(touched).toBe(0);
  expect(error).toBeInstanceOf(WinnowError);
  expect(error).toMatchObject({ code: 'blocked' });
  return error as WinnowError;
}

const loopbackHosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '127.8.9.10',
  ],
  ...[
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::1]',
    '[2001:0:7f00:1::1]',
    '[2001:db8::1]',
  ],
  ...[
    'localhost',
    'LocalHost',
    'localhost.',
    'localhost..',
    'a.localhost',
    'a.localhost.',
    'loc%61lhost',
    'ｌｏｃａｌｈｏｓｔ',
    'localhost。',
  ],
  ...['１２７.０.０.１', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127.0.0.1%2e'],
  ...[
    'printer.local',
    'printer.local.',
    'db.internal',
    'nas.home.arpa',
    'router',
    'metadata',
    'metadata.google.internal',
    'metadata.goog',
  ],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
  ],
  ...[
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[fec0::1]',
    '[4000::1]',
  ],
  ...[
    'user@127.0.0.1',
    'user:word@127.0.0.1',
    '@127.0.0.1',
    'example.com@127.0.0.1',
    'example.com:80@127.0.0.1',
    'user@example.com',
  ],
];

test.each(loopbackHosts)('refuses http://%s, and the service stays untouched', async (host) => {
  const { message } = await refusal({ url: `http://${host}:${port}/` });
  expect(message).not.toMatch(/port \d+ is not one/);
  await refusal({ url: `https://${host}:${port}/` });
});

test.each([
  'http:127.0.0.1:PORT/',
  'http:/127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@example.com/',
  'http://example.com\\@127.0.0.1:PORT/',
  'http://127.0\t.0.1:PORT/',
  'http://127.0.0.1\n:PORT/',
  'http://example.com:PORT/\r\nHost: 127.0.0.1',
  ' http://127.0.0.1:PORT/',
  'http://203.0.113.7:PORT/a\tb',
  'http://203.0.113.7:PORT/a\\b',
  'http://203.0.113.7:PORT/a\u0085b',
  'http://203.0.113.7:PORT/\n',
  '\u0000http://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@example.com/',
  'http://127.0.0.1:PORT?@example.com/',
  '//127.0.0.1:PORT/',
  'file:///etc/hosts',
  'ftp://example.com/',
  'data:text/plain,secret',
  'ws://127.0.0.1:PORT/',
  'javascript:1',
  'http://',
  'example.com',
  '',
])('refuses the address %j', async (written) => {
  await refusal({ url: written.replace('PORT', String(port)) });
});

describe('names', () => {
  test('a public name that leads to a private address is refused', async () => {
    const { message } = await refusal({ url: `http://page.example.com:${port}/` });
    expect(message).toContain('127.0.0.1');
  });

  test.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '64:ff9b::7f00:1',
    'fe80::1%eth0',
    'nonsense',
  ])('one address that is not public (%s) among public ones is enough to refuse', async (address) => {
    const lookup = async () => [
      { address: '203.0.113.7', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ];
    const mixed = createHttpClient({ lookup, testing: { treatAsPublic: [`203.0.113.7:${port}`] } });
    await refusal({ url: `http://page.example.com:${port}/` }, mixed);
    await mixed.close();
  });
});

test('ports that serve no web pages are refused', async () => {
  const plain = createHttpClient({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
  for (const other of [22, 25, 6379, port])
    expect((await refusal({ url: `http://example.com:${other}/` }, plain)).message).toContain(`port ${other}`);
  await plain.close();
});

describe('the operator’s own servers', () => {
  const modelClient = () => createHttpClient({ allowPrivateHosts: [`127.0.0.1:${port}`] });

  test.each(['model', 'search'] as const)('are reached by %s requests', async (purpose) => {
    const own = modelClient();
    const { bytes } = await own.request({ url: `http://127.0.0.1:${port}/v1/models`, purpose });
    expect(new TextDecoder().decode(bytes)).toBe('secret');
    await own.close();
  });

  test('are refused to pages', async () => {
    const own = modelClient();
    await refusal({ url: `http://127.0.0.1:${port}/`, purpose: 'page' }, own);
    await refusal({ url: `http://127.0.0.1:${port}/` }, own);
    await own.close();
  });

  test('are matched by host and port exactly', async () => {
    const own = modelClient();
    for (const other of [`localhost:${port}`, `[::1]:${port}`, `127.0.0.2:${port}`, '127.0.0.1:8080', '127.0.0.1'])
      await refusal({ url: `http://${other}/`, purpose: 'model' }, own);
    await own.close();
  });

  test('must be named with their port', () => {
    for (const entry of ['localhost', 'http://localhost:11434', 'localhost:11434/v1', 'a@localhost:1', ''])
      expect(() => createHttpClient({ allowPrivateHosts: [entry] })).toThrow(
        expect.objectContaining({ code: 'usage' }),
      );
  });
});

test('a refusal says what to do and shows neither query nor header nor password', async () => {
  const error = await refusal({
    url: `http://me:hidden1@127.0.0.1:${port}/path?key=hidden2#hidden3`,
    headers: { authorization: 'hidden4' },
  });
  expect(error.message).toContain(`http://127.0.0.1:${port}/path`);
  expect(error.message).toContain('Give a public http or https address');
  const invalid = await refusal({ url: 'http://exa mple.com/?key=hidden5' });
  expect(inspect([error, invalid], { depth: 9 })).not.toMatch(/hidden\d/);
});
