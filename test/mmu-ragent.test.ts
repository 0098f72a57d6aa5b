/** MMU-RAGent: what its checker looks for, and what it would not survive, against a real server and the command. */
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mmuRagentApp } from '../src/server/mmu-ragent/index.js';
import type { ReportEvent } from '../src/server/mmu-ragent/report-events.js';
import { respondingModel } from '../src/testing/index.js';
import { QUESTION } from './support/command.js';
import { type Served, served, tinyEngine } from './support/served.js';

const engine = tinyEngine({
  models: {
    large: respondingModel(
      () => 'The Old Bridge was opened in 1888 by Ada Stone. Crossing the Old Bridge costs 2 pells.',
      {
        format: 'text',
      },
    ),
  },
});
let server: Served;
beforeAll(async () => {
  server = await served(
    new Hono().route(
      '/',
      mmuRagentApp(() => engine),
    ),
  );
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

const post = (path: string, body: unknown) =>
  fetch(`${server.url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('/health is 200 with JSON', async () => {
  const reply = await fetch(`${server.url}/health`);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ status: 'ok' });
});

test('/run streams lines "data: {json}" and nothing else: steps, then a report that grows, then all of it with citations', async () => {
  const reply = await post('run', { question: QUESTION });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const lines = (await reply.text()).split('\n\n').slice(0, -1);
  for (const line of lines) expect(line.startsWith('data: {')).toBe(true);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThan(64 * 1024);
  const events = lines.map((line) => JSON.parse(line.slice('data: '.length)) as ReportEvent);
  for (const event of events)
    expect(Object.keys(event)).toEqual(
      expect.arrayContaining(['intermediate_steps', 'final_report', 'is_intermediate', 'complete']),
    );

  const [thinking, writing] = [
    events.filter((event) => event.is_intermediate),
    events.filter((event) => !event.is_intermediate),
  ];
  expect(events).toEqual([...thinking, ...writing]);
  expect(thinking.length).toBeGreaterThan(2);
  for (const { final_report, complete } of thinking)
    expect({ final_report, complete }).toEqual({ final_report: null, complete: false });
  expect(thinking.at(-1)?.intermediate_steps?.split('|||---|||')).toHaveLength(thinking.length);
  for (const [at, { final_report }] of writing.slice(1).entries())
    expect(final_report?.startsWith(writing[at]?.final_report ?? '?')).toBe(true);
  expect(events.filter(({ complete }) => complete)).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({
    complete: true,
    final_report: expect.stringMatching(/Stone\. \[1\] .*pells\. \[\d\]/),
  });
  expect(events.at(-1)?.citations?.[0]).toContain('bridge.md');
});

test('/evaluate answers with the id it was given and a response that is not empty', async () => {
  for (const query of [QUESTION, 'Who painted the ceiling of the opera?']) {
    const reply = await post('evaluate', { query, iid: 'q-7' });
    expect(reply.status).toBe(200);
    const body = (await reply.json()) as { generated_response: string };
    expect(body).toMatchObject({ query_id: 'q-7', citations: expect.any(Array), contexts: expect.any(Array) });
    expect(body.generated_response.trim()).not.toBe('');
  }
});

test.each([
  ['run', {}],
  ['run', { question: ' ' }],
  ['evaluate', { query: QUESTION }],
  ['evaluate', []],
])('/%s refuses %j with 400', async (path, body) => {
  expect((await post(path, body)).status).toBe(400);
});

test('a run that fails ends with "error" and "complete"', async () => {
  const slow = tinyEngine({ models: { large: respondingModel(() => new Promise<string>(() => undefined)) } });
  const limited = { ...slow, config: { ...slow.config, limits: { timeoutMs: 200 } } };
  const failing = await served(
    new Hono().route(
      '/',
      mmuRagentApp(() => limited),
    ),
  );
  const reply = await fetch(`${failing.url}/run`, { method: 'POST', body: JSON.stringify({ question: QUESTION }) });
  const last = JSON.parse(
    (await reply.text()).trim().split('\n\n').at(-1)?.slice('data: '.length) ?? '',
  ) as ReportEvent;
  expect(last).toMatchObject({ complete: true, final_report: null, error: expect.stringContaining('deadline') });
  await failing.close();
  await slow.close();
});
