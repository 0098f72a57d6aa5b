/** The server as a client meets it: a real one on loopback, asked over HTTP. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bridgeServer, eventsOf, jsonOf, type TestServer } from './server/start.js';

let server: TestServer;
beforeAll(async () => {
  server = await bridgeServer();
});
afterAll(() => server.close());

const ask = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('answers a question as JSON and keeps the run', async () => {
  const response = await ask({ question: 'Who built the Kestrel Bridge?' });
  expect(response.status).toBe(200);
  const result = await jsonOf(response);
  expect(result.answer.text).toContain('Tobias Wrenfield');
  expect(result.sources[0].url).toContain('bridge.md');

  const kept = await jsonOf(fetch(`${server.url}/api/runs/${result.id}`));
  expect(kept).toMatchObject({
    status: 'answered',
    asked: 'Who built the Kestrel Bridge?',
    result: { answer: result.answer },
  });
  const { runs } = await jsonOf(fetch(`${server.url}/api/runs?q=kestrel`));
  expect(runs.map((run: { id: string }) => run.id)).toContain(result.id);
});

test.each([
  [{}, 400, /^The body is not valid\. "question" is missing: it must be a text\.$/],
  [{ question: 'Who?', search: 'moon' }, 400, /"search" must be one of "documents", "web", "both"\.$/],
  [{ question: 'x'.repeat(8001) }, 400, /"question" must have at most 8000 characters; it has 8001\.$/],
  [{ question: 'Who?', corpus: 'none' }, 400, /POST \/api\/corpora\/none\/jobs makes it\.$/],
  [{ question: 'Who?', options: { maxPages: 'many' } }, 400, /"maxPages" must be a number/],
  [{ question: 'Who?', pipeline: 'slow', timeoutMs: 1 }, 408, /Raise timeoutMs to give it longer\.$/],
])('%j is refused in one sentence that says what is allowed', async (body, status, message) => {
  const response = await ask(body);
  expect(response.status).toBe(status);
  expect((await jsonOf(response)).error.message).toMatch(message);
});

test('streams the events of the trace, each under its number, and ends with the result', async () => {
  const events = await eventsOf(
    await ask({ question: 'Who built the Kestrel Bridge?' }, { accept: 'text/event-stream' }),
  );
  expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => `${at + 1}`));
  const types = events.map(({ event }) => event);
  expect(types[0]).toBe('run');
  expect(types).toEqual(
    expect.arrayContaining(['run-start', 'stage-start', 'stage-end', 'query', 'found', 'kept', 'page', 'usage']),
  );
  expect(types.at(-1)).toBe('done');
  expect(events.at(-1)?.data.result.answer.text).toContain('Tobias Wrenfield');
});

test('a run is joined again from any event on, running or over', async () => {
  const events = await eventsOf(
    await ask({ question: 'Where is the Kestrel Bridge?' }, { accept: 'text/event-stream' }),
  );
  const id = events[0]?.data.id;
  const joined = await fetch(`${server.url}/api/runs/${id}`, {
    headers: { accept: 'text/event-stream', 'last-event-id': '5' },
  });
  expect(await eventsOf(joined)).toEqual(events.slice(5));
});

test('a run in the background outlives its client, one in the foreground does not', async () => {
  const slow = (background: boolean) => ({ question: 'Who built the Kestrel Bridge?', pipeline: 'slow', background });
  const start = async (background: boolean) => {
    const controller = new AbortController();
    const response = await fetch(`${server.url}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(slow(background)),
      signal: controller.signal,
    });
    const { value } = await (response.body as ReadableStream<Uint8Array>).getReader().read();
    controller.abort();
    return /"id":"(\w+)"/.exec(Buffer.from(value as Uint8Array).toString())?.[1] as string;
  };
  const [foreground, background] = [await start(false), await start(true)];
  const statusOf = async (id: string) => (await jsonOf(fetch(`${server.url}/api/runs/${id}`))).status;
  await expect.poll(() => statusOf(foreground), { timeout: 5000 }).toBe('cancelled');
  await expect.poll(() => statusOf(background), { timeout: 5000 }).toBe('answered');
});

test('whoever sees that a run is answered can read its result', async () => {
  const { id } = await jsonOf(ask({ question: 'Who?', pipeline: 'slow', options: { ms: 20 }, background: true }));
  for (;;) {
    const { status, result } = await jsonOf(fetch(`${server.url}/api/runs/${id}`));
    if (status !== 'answered') continue;
    expect(result.answer.text).toBe('Who?');
    return;
  }
});

test('DELETE cancels what is running and deletes what is over', async () => {
  const { id } = await jsonOf(ask({ question: 'Who?', pipeline: 'slow', options: { ms: 20_000 }, background: true }));
  const remove = () => jsonOf(fetch(`${server.url}/api/runs/${id}`, { method: 'DELETE' }));
  expect(await remove()).toEqual({ deleted: 0, cancelled: 1 });
  expect((await jsonOf(fetch(`${server.url}/api/runs/${id}`))).status).toBe('cancelled');
  expect(await remove()).toEqual({ deleted: 1, cancelled: 0 });
  expect((await fetch(`${server.url}/api/runs/${id}`)).status).toBe(404);
});

test.each([
  ['no JSON', 'hello', 400],
  ['an empty question', { question: '' }, 400],
  ['blanks', { question: '   ' }, 400],
  ['a field that is not there', { question: 'Who?', quesion: 'x' }, 400],
  ['an unknown pipeline', { question: 'Who?', pipeline: 'nope' }, 400],
  ['an unknown option', { question: 'Who?', options: { nope: 1 } }, 400],
  ['an unknown corpus', { question: 'Who?', corpus: '../../etc' }, 400],
  ['an unknown conversation', { question: 'Who?', conversation: 'c1' }, 404],
])('%s is refused with a message, and no run is kept', async (_, body, status) => {
  const before = (await jsonOf(fetch(`${server.url}/api/runs`))).total;
  const response = await ask(body);
  expect(response.status).toBe(status);
  expect((await jsonOf(response)).error.message).toMatch(/\w{3}/);
  expect((await jsonOf(fetch(`${server.url}/api/runs`))).total).toBe(before);
});

test('the page is served with a policy that allows nothing from elsewhere, and only files of its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-page-'));
  writeFileSync(join(folder, 'index.html'), '<title>page</title>');
  writeFileSync(join(folder, 'app.js'), 'let a');
  const own = await bridgeServer({ pageFolder: folder });
  try {
    const page = await fetch(`${own.url}/runs/r12`);
    expect(await page.text()).toContain('<title>page</title>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect((await fetch(`${own.url}/app.js`)).headers.get('content-type')).toContain('javascript');
    for (const path of [
      '/missing.js',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
      '/api/nope',
      '/....//package.json',
    ])
      expect(`${path} ${(await fetch(`${own.url}${path}`)).status}`).toBe(`${path} 404`);
  } finally {
    await own.close();
    rmSync(folder, { recursive: true });
  }
});

test('a follow-up is understood from what was said before, and says how', async () => {
  const first = await jsonOf(ask({ question: 'Who built the Kestrel Bridge?' }));
  const second = await jsonOf(ask({ question: 'When was it built?', conversation: first.conversation }));
  expect(second.askedAs).toContain('Kestrel Bridge');
  const { runs } = await jsonOf(fetch(`${server.url}/api/runs?conversation=${first.conversation}`));
  expect(runs.map((run: { asked: string }) => run.asked)).toEqual([
    'When was it built?',
    'Who built the Kestrel Bridge?',
  ]);
  expect(runs[0].question).toBe(second.askedAs);
});
