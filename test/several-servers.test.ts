/**
 * Two servers over one PostgreSQL: either serves and joins the runs of the other, and a kill of one is told by the
 * other.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, jsonOf } from './server/start.js';
import { winnow } from './support/command.js';
import { startEngine } from './support/engines.js';
import { type ServerChild, startServerChild } from './support/server-child.js';

const engine = await startEngine('postgres');
const [connection = ''] = engine.addresses;
const folder = mkdtempSync(join(tmpdir(), 'winnow-servers-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await engine.stop();
});

const startServerIn = (name: string) =>
  startServerChild({
    dataDirectory: join(folder, name),
    env: { DATABASE_URL: connection },
    server: { store: 'postgres' },
  });

const json = { 'content-type': 'application/json' };
const ask = ({ url }: ServerChild, body: object, headers: object = {}) =>
  fetch(`${url}/api/ask`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
const slow = (ms: number) => ({ question: 'Who?', pipeline: 'slow', options: { ms }, background: true });
const join_ = ({ url }: ServerChild, id: string, after = 0) =>
  fetch(`${url}/api/runs/${id}`, { headers: { accept: 'text/event-stream', 'last-event-id': `${after}` } });

describe.skipIf(engine.skipped)(`Servers over one PostgreSQL${engine.skipped}`, () => {
  let one: ServerChild;
  let other: ServerChild;
  beforeAll(async () => {
    [one, other] = await Promise.all([startServerIn('one'), startServerIn('other')]);
  });
  afterAll(() => Promise.all([one?.kill(), other?.kill()]));

  test('an answer of one is history of the other, with events, calls and follow-ups', async () => {
    const done = await jsonOf(ask(one, { question: 'Who built the Kestrel Bridge?' }));
    const there = await jsonOf(fetch(`${other.url}/api/runs/${done.id}`));
    expect(there).toMatchObject({ status: 'answered', result: { answer: done.answer } });
    const [here, elsewhere] = await Promise.all(
      [one, other].map(({ url }) => jsonOf(fetch(`${url}/api/runs/${done.id}/events`))),
    );
    expect(elsewhere).toEqual(here);
    expect((await jsonOf(fetch(`${other.url}/api/runs`))).runs[0]).toMatchObject({ id: done.id });
    const followUp = await ask(other, { question: 'When?', conversation: done.conversation });
    expect(followUp.status).toBe(200);
    expect((await ask(other, { question: 'When?', conversation: 'nobodys' })).status).toBe(404);
  });

  test('a run is joined at the other server while it goes on, and ended from there', async () => {
    const { id } = await jsonOf(ask(one, slow(1500)));
    const events = await eventsOf(await join_(other, id));
    const all = (await jsonOf(fetch(`${one.url}/api/runs/${id}/events`))).events;
    expect(events.map(({ data }) => data)).toEqual(all.map(({ event }: { event: object }) => event));
    expect(events.at(-1)?.event).toMatch(/done|error/);
    const running = await jsonOf(ask(one, slow(60_000)));
    await expect.poll(async () => (await jsonOf(fetch(`${other.url}/api/runs/${running.id}`))).status).toBe('running');
    expect(await jsonOf(fetch(`${other.url}/api/runs/${running.id}`, { method: 'DELETE' }))).toEqual({
      deleted: 0,
      cancelled: 1,
    });
    expect((await jsonOf(fetch(`${one.url}/api/runs/${running.id}`))).status).toBe('cancelled');
  });

  test('keys and their limits hold for all servers together, and a revoked key is refused at once', async () => {
    const options = { cwd: folder, env: { DATABASE_URL: connection, WINNOW_SERVER__STORE: 'postgres' } };
    const made = await winnow(['keys', 'create', 'ada', '--requests-per-minute', '4'], options);
    const headers = { authorization: `Bearer ${made.stdout.trim()}` };
    const list = ({ url }: ServerChild) => fetch(`${url}/api/runs`, { headers });
    const statuses = [];
    for (const server of [one, other, one, other, one, other]) statuses.push((await list(server)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await winnow(['keys', 'list'], options)).stdout).toContain('ada');
    await winnow(['keys', 'revoke', 'ada'], options);
    for (const server of [one, other]) expect((await list(server)).status).toBe(401);
    const poor = await winnow(['keys', 'create', 'poor', '--usd-per-day', '0'], options);
    expect((await ask(other, { question: 'Who?' }, { authorization: `Bearer ${poor.stdout.trim()}` })).status).toBe(
      429,
    );
  });

  test('what a key may do at the same time is counted for all servers together, and those of a dead one count no more', {
    timeout: 60_000,
  }, async () => {
    const options = { cwd: folder, env: { DATABASE_URL: connection, WINNOW_SERVER__STORE: 'postgres' } };
    const made = await winnow(['keys', 'create', 'busy', '--concurrency', '2'], options);
    const headers = { authorization: `Bearer ${made.stdout.trim()}` };
    const doomed = await startServerIn('busy');
    const started = await Promise.all([ask(one, slow(60_000), headers), ask(doomed, slow(60_000), headers)]);
    expect(started.map(({ status }) => status)).toEqual([202, 202]);
    const refused = await ask(other, slow(1), headers);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error: { code: 'busy', message: expect.stringContaining('2 things at the same time') },
    });
    await doomed.kill();
    const again = async () => (await ask(other, slow(60_000), headers)).status;
    await expect.poll(again, { timeout: 30_000, interval: 1000 }).toBe(202);
    expect(await again()).toBe(429);
    const { id } = await jsonOf(started[0]!);
    await fetch(`${one.url}/api/runs/${id}`, { method: 'DELETE', headers });
    await expect.poll(again).toBe(202);
  });

  test('a server that is killed in an answer: whoever joins it elsewhere has what was there, and is told', {
    timeout: 60_000,
  }, async () => {
    const doomed = await startServerIn('doomed');
    const { id } = await jsonOf(ask(doomed, slow(60_000)));
    const first = await join_(other, id);
    await expect
      .poll(async () => (await jsonOf(fetch(`${other.url}/api/runs/${id}/events`))).events.length)
      .toBeGreaterThan(0);
    await doomed.kill();
    const events = await eventsOf(first);
    expect(events.map(({ event }) => event)).toContain('run');
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { error: { message: expect.stringContaining('ended before it was done') } },
    });
    expect(await jsonOf(fetch(`${one.url}/api/runs/${id}`))).toMatchObject({ status: 'interrupted', result: null });
    const again = await eventsOf(await join_(one, id, events.length - 1));
    expect(again.map(({ event }) => event)).toEqual(['error']);
  });
});
