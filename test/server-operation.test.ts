/**
 * A kill in the middle of an answer loses no finished one; a shutdown finishes or stores what is running; history keeps
 * to its limits.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fakeModel } from '../src/testing/index.js';
import { bridgeServer, jsonOf } from './server/start.js';

const json = { 'content-type': 'application/json' };
const ask = (url: string, body: object) =>
  fetch(`${url}/api/ask`, { method: 'POST', headers: json, body: JSON.stringify(body) });
const runsOf = async (url: string) => (await jsonOf(fetch(`${url}/api/runs`))).runs;

/** A server in a process of its own, to be killed. */
async function serverToKill(data: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./fixtures/server-child.mjs', import.meta.url)), data]);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(`${chunk}`.trim()));
    child.stderr.on('data', (chunk) => reject(new Error(`${chunk}`)));
  });
  const kill = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { url, kill };
}

test('after kill -9 finished answers are whole and the running one is called interrupted', {
  timeout: 120_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'winnow-kill-'));
  const { url, kill } = await serverToKill(data);
  const done = await jsonOf(ask(url, { question: 'Who built the Kestrel Bridge?' }));
  const { id } = await jsonOf(
    ask(url, { question: 'Who?', pipeline: 'slow', options: { ms: 60_000 }, background: true }),
  );
  await expect.poll(async () => (await jsonOf(fetch(`${url}/api/runs/${id}`))).status).toBe('running');
  await kill();

  const server = await bridgeServer({ config: { dataDirectory: data } });
  const [killed, finished] = await runsOf(server.url);
  expect(killed).toMatchObject({ id, status: 'interrupted' });
  expect(finished).toMatchObject({ id: done.id, status: 'answered' });
  expect((await jsonOf(fetch(`${server.url}/api/runs/${done.id}`))).result.answer).toEqual(done.answer);
  await server.close();
  rmSync(data, { recursive: true });
});

test('an ingest job that a kill cut off is interrupted, and goes on where it was when it is resumed', {
  timeout: 120_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'winnow-job-'));
  const { url, kill } = await serverToKill(data);
  const files = 120;
  const form = new FormData();
  for (let at = 0; at < files; at += 1)
    form.append('files', new Blob([`# Mill ${at}\n\nMill ${at} was built in ${1700 + at}.`]), `${at}.md`);
  const { id, status } = await jsonOf(fetch(`${url}/api/corpora/mills/jobs`, { method: 'POST', body: form }));
  expect(status).toBe('running');
  await expect
    .poll(async () => (await jsonOf(fetch(`${url}/api/jobs/${id}`))).share, { timeout: 30_000, interval: 5 })
    .toBeGreaterThan(0);
  await kill();

  const server = await bridgeServer({ config: { dataDirectory: data } });
  expect(await jsonOf(fetch(`${server.url}/api/jobs/${id}`))).toMatchObject({
    id,
    corpus: 'mills',
    status: 'interrupted',
  });
  const resumed = await fetch(`${server.url}/api/jobs/${id}/resume`, { method: 'POST' });
  expect([resumed.status, (await jsonOf(resumed)).status]).toEqual([202, 'running']);
  await expect
    .poll(async () => (await jsonOf(fetch(`${server.url}/api/jobs/${id}`))).status, { timeout: 60_000 })
    .toBe('done');
  const { counts } = await jsonOf(fetch(`${server.url}/api/jobs/${id}`));
  expect(counts.documents + counts.unchanged).toBe(files);
  expect((await jsonOf(fetch(`${server.url}/api/corpora/mills/documents`))).total).toBe(files);
  expect((await fetch(`${server.url}/api/jobs/${id}/resume`, { method: 'POST' })).status).toBe(409);
  await server.close();
  rmSync(data, { recursive: true });
});

test('a shutdown waits for a short answer and stores a long one as interrupted', async () => {
  const data = mkdtempSync(join(tmpdir(), 'winnow-shut-'));
  const server = await bridgeServer({ config: { dataDirectory: data, server: { graceSeconds: 1 } } });
  const short = ask(server.url, { question: 'short', pipeline: 'slow', options: { ms: 400 } });
  const long = ask(server.url, { question: 'long', pipeline: 'slow', options: { ms: 60_000 } });
  await expect.poll(async () => (await runsOf(server.url)).length).toBe(2);
  await server.close();
  expect((await short).status).toBe(200);
  expect((await long).status).toBe(409);
  const again = await bridgeServer({ config: { dataDirectory: data } });
  const statuses = (await runsOf(again.url)).map(
    ({ asked, status }: { asked: string; status: string }) => `${asked} ${status}`,
  );
  expect(statuses.sort()).toEqual(['long interrupted', 'short answered']);
  await again.close();
  rmSync(data, { recursive: true });
});

test('history keeps the newest runs', async () => {
  const server = await bridgeServer({ config: { server: { history: { maxRuns: 2 } } } });
  for (const question of ['one', 'two', 'three'])
    await ask(server.url, { question, pipeline: 'slow', options: { ms: 1 } });
  expect((await runsOf(server.url)).map(({ asked }: { asked: string }) => asked)).toEqual(['three', 'two']);
  await server.close();
});

test('a run is sent as a trace under the conventions for generative AI, without its words', async () => {
  let body = '';
  const collector = createServer((request, response) => {
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const model = fakeModel(Array.from({ length: 20 }, () => 'Tobias Wrenfield built the Kestrel Bridge. [1]'));
  const server = await bridgeServer({
    models: { small: model, large: model },
    config: { server: { telemetry: `http://127.0.0.1:${port}` } },
  });
  await ask(server.url, { question: 'Who built the Kestrel Bridge?', pipeline: 'naive-sparse' });
  await server.close();
  collector.close();
  const { spans } = JSON.parse(body).resourceSpans[0].scopeSpans[0];
  expect(spans[0].name).toBe('invoke_agent naive-sparse');
  const chat = spans.find(({ name }: { name: string }) => name.startsWith('chat '));
  expect(chat).toMatchObject({ kind: 3, traceId: spans[0].traceId, parentSpanId: spans[0].spanId });
  expect(chat.attributes).toContainEqual({ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } });
  expect(body).not.toMatch(/Kestrel|Wrenfield/);
});
