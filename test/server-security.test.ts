/** What a hostile client, page or network can do to the server: nothing. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysFile, openKeys } from '../src/server/callers/keys.js';
import { respondingModel } from '../src/testing/index.js';
import { bridgeServer, jsonOf, type TestServer } from './server/start.js';

let server: TestServer;
const logged: string[] = [];
beforeAll(async () => {
  server = await bridgeServer({
    config: { server: { logs: 'all', queue: 2, concurrency: 2 } },
    writeLog: (line) => logged.push(line),
  });
});
afterAll(() => server.close());

/** fetch forbids the headers that matter here. */
function call(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const question = JSON.stringify({ question: 'Who built the Kestrel Bridge?' });

test.each([
  ['a name that was rebound to us', { host: 'evil.example' }, 421],
  ['another site', { origin: 'https://evil.example' }, 403],
  ['a sandboxed page', { origin: 'null' }, 403],
  ['an image of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['somebody behind a proxy', { 'x-forwarded-for': '203.0.113.7' }, 401],
  ['an unknown key', { authorization: 'Bearer wn_00000000_nope' }, 401],
])('%s is refused', async (_, headers, status) => {
  expect((await call('/api/runs', { headers })).status).toBe(status);
  expect((await call('/api/ask', { method: 'POST', headers: { ...json, ...headers }, body: question })).status).toBe(
    status,
  );
});

test('every endpoint but the probes wants a key of whoever is not at this machine', async () => {
  const { paths } = JSON.parse((await call('/openapi.json')).text) as { paths: Record<string, object> };
  const asked = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method })),
  );
  const headers = { ...json, 'x-forwarded-for': '203.0.113.7' };
  const open: string[] = [];
  for (const { path, method } of asked) {
    const { status } = await call(path.replace(/\{\w+\}/g, 'x'), { method: method.toUpperCase(), headers });
    if (status !== 401) open.push(path);
  }
  expect(asked.length).toBeGreaterThan(30);
  expect(open.sort()).toEqual(['/health', '/healthz', '/readyz']);
});

test('our own page is not refused, nor is whoever follows a link to it', async () => {
  const { host } = new URL(server.url);
  expect((await call('/api/runs', { headers: { origin: `http://${host}` } })).status).toBe(200);
  expect(
    (await call('/?q=x', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } })).status,
  ).toBe(200);
});

test.each([
  ['a body that is too large', { ...json }, JSON.stringify({ question: 'x'.repeat(2_000_000) }), 413],
  ['bytes that are no UTF-8', { ...json }, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400],
  ['a form instead of JSON', { 'content-type': 'text/plain' }, question, 415],
  ['no type', {}, question, 415],
])('%s is refused', async (_, headers, body, status) => {
  expect((await call('/api/ask', { method: 'POST', headers, body })).status).toBe(status);
});

test.each([
  '/api/runs/..%2f..%2fkeys',
  '/api/runs/%00',
  '/api/corpora/..%2f..%2fetc/documents',
  '/api/jobs/../keys.json',
  '/%c0%ae%c0%ae/etc/passwd',
])('%s leads nowhere', async (path) => {
  expect([400, 404]).toContain((await call(path)).status);
});

test('two lengths, or a length beside chunks, are refused before anything is read', async () => {
  const raw = (head: string) =>
    new Promise<string>((resolve) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname, () =>
        socket.end(`${head}\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n{}`),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
      socket.on('error', () => resolve('reset'));
    });
  expect(await raw('POST /api/ask HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3')).toContain('400');
  expect(await raw('POST /api/ask HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked')).toContain('400');
  expect(await raw(`GET /healthz HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}`)).toContain('431');
});

test('one key cannot see, cancel or follow up on the runs of another; a revoked one is refused at once', async () => {
  const file = keysFile(server.dataDirectory);
  const keys = openKeys(file);
  const ada = await keys.create({ name: 'ada', isAdmin: false, limits: {} });
  const ben = await keys.create({ name: 'ben', isAdmin: false, limits: {} });
  const as = (key: { key: string } | undefined) => ({ ...json, authorization: `Bearer ${key?.key}` });
  const run = JSON.parse((await call('/api/ask', { method: 'POST', headers: as(ada), body: question })).text);
  expect((await call(`/api/runs/${run.id}`, { headers: as(ada) })).status).toBe(200);
  for (const path of [`/api/runs/${run.id}`, `/api/runs/${run.id}/calls`, `/api/runs/${run.id}/events`]) {
    expect((await call(path, { headers: as(ben) })).status).toBe(404);
    expect((await call(path)).status).toBe(404);
  }
  expect((await call(`/api/runs/${run.id}`, { method: 'DELETE', headers: as(ben) })).status).toBe(404);
  const followUp = JSON.stringify({ question: 'When?', conversation: run.conversation });
  expect((await call('/api/ask', { method: 'POST', headers: as(ben), body: followUp })).status).toBe(404);
  expect(JSON.parse((await call('/api/runs', { headers: as(ben) })).text).total).toBe(0);
  expect((await call('/api/corpora/x', { method: 'DELETE', headers: as(ben) })).status).toBe(403);
  await keys.revoke(ben.id);
  expect((await call('/api/runs', { headers: as(ben) })).status).toBe(401);
  expect(logged.join('')).not.toContain(ada.key.slice(12));
});

test('a key keeps to its requests a minute and its money a day', async () => {
  const { key } = await openKeys(keysFile(server.dataDirectory)).create({
    name: 'few',
    isAdmin: false,
    limits: { requestsPerMinute: 2, usdPerDay: 0 },
  });
  const headers = { ...json, authorization: `Bearer ${key}` };
  expect(await call('/api/ask', { method: 'POST', headers, body: question })).toMatchObject({
    status: 429,
    text: expect.stringContaining('$0 a day'),
  });
  expect((await call('/api/runs', { headers })).status).toBe(200);
  const third = await call('/api/runs', { headers });
  expect(third.status).toBe(429);
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(50);
});

test('what a check asks a judge counts as money of the key', async () => {
  const price = { input: 100_000, output: 100_000 }; // a call costs dollars
  const judge = respondingModel(() => '{"verdict": "supported", "quote": ""}', { price });
  const own = await bridgeServer({ models: { judge } });
  const limits = { usdPerDay: 0.01 };
  const { key } = await openKeys(keysFile(own.dataDirectory)).create({ name: 'poor', isAdmin: false, limits });
  const body = JSON.stringify({
    text: 'Wrenfield finished the bridge [1].',
    sources: [{ text: 'The bridge was completed by Tobias Wrenfield.' }],
  });
  const check = () =>
    fetch(`${own.url}/api/verify`, { method: 'POST', headers: { ...json, authorization: `Bearer ${key}` }, body });
  expect((await check()).status).toBe(402); // one call is more than a tenth of the day's money
  const again = await check();
  expect(again.status).toBe(429);
  expect(await again.text()).toContain('$0.01 a day');
  await own.close();
});

test('who finds all places and the queue taken is told when to come back', async () => {
  const slow = JSON.stringify({ question: 'Who?', pipeline: 'slow', options: { ms: 20_000 }, background: true });
  const started = await Promise.all(
    [1, 2, 3, 4].map(() => call('/api/ask', { method: 'POST', headers: json, body: slow })),
  );
  expect(started.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  const fifth = await call('/api/ask', { method: 'POST', headers: json, body: question });
  expect(fifth.status).toBe(429);
  expect(Number(fifth.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect((await call('/healthz')).status).toBe(200);
  for (const { text } of started) await call(`/api/runs/${JSON.parse(text).id}`, { method: 'DELETE' });
  expect((await call('/api/ask', { method: 'POST', headers: json, body: question })).status).toBe(200);
});

test('no question keeps the others waiting, however it is written', async () => {
  for (const letter of ['中', 'a', '(', '1 ', 'A. ', "'s "]) {
    const long = JSON.stringify({ question: letter.repeat(8000 / letter.length) });
    const answered = call('/api/ask', { method: 'POST', headers: json, body: long });
    let slowest = 0;
    for (let isOver = false; !isOver; ) {
      const startedMs = performance.now();
      expect((await call('/healthz')).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - startedMs);
      isOver = await Promise.race([
        answered.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(resolve, 10, false)),
      ]);
    }
    expect((await answered).status).toBe(200);
    expect(slowest).toBeLessThan(1500);
  }
});

test('a limit beyond all measure is refused, not tried', async () => {
  const body = JSON.stringify({ question: 'Who?', pipeline: 'hifi-rag', options: { pageTimeoutMs: 1e15 } });
  const { status, text } = await call('/api/ask', { method: 'POST', headers: json, body });
  expect([status, text]).toEqual([400, expect.stringContaining('must be at most 3600000')]);
});

test('clients that send half a request or never read do not keep others waiting', async () => {
  const { hostname, port } = new URL(server.url);
  const half = Array.from({ length: 50 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/ask HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"ques`,
    );
    return socket;
  });
  const deaf = connect(Number(port), hostname);
  deaf.on('error', () => undefined);
  deaf.pause();
  deaf.write(
    `POST /api/ask HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${question.length}\r\n\r\n${question}`,
  );
  expect((await call('/api/ask', { method: 'POST', headers: json, body: question })).status).toBe(200);
  for (const socket of [...half, deaf]) socket.destroy();
});

test('the log is JSON without questions, and the metrics count routes', async () => {
  await call('/api/ask', { method: 'POST', headers: json, body: question });
  const lines = logged.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'request', method: 'POST', route: '/api/ask', status: 200 }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ event: 'run', status: 'answered', key: 'local' }));
  expect(logged.join('')).not.toMatch(/Kestrel|Wrenfield/);
  const metrics = (await call('/metrics')).text;
  expect(metrics).toContain('winnow_run_seconds_count{pipeline="hifi-rag",status="answered"}');
  expect(metrics).toContain('route="/api/runs/:id"');
});

test('an address that is not loopback needs a key before the server starts', async () => {
  await expect(bridgeServer({ config: { server: { host: '0.0.0.0' } } })).rejects.toThrow('winnow keys create');
  expect(await jsonOf(fetch(`${server.url}/healthz`))).toEqual({ status: 'ok' });
});
