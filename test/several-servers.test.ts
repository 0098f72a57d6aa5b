/** Two servers over one PostgreSQL: either serves and joins the runs of the other, and a kill of one is told by the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, jsonOf } from './server/start.js';
import { winnow } from './support/command.js';
import { startEngine } from './support/engines.js';

const engine = await startEngine('postgres', 54_471);
const [connection = ''] = engine.addresses;
const folder = mkdtempSync(join(tmpdir(), 'winnow-servers-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await engine.stop();
});

type Server = { readonly url: string; readonly child: ChildProcess };

/** Each with a data directory of its own, as on machines of their own. */
async function startServerIn(name: string, settings: object = {}): Promise<Server> {
  const program = fileURLToPath(new URL('./fixtures/server-child.mjs', import.meta.url));
  const args = [program, join(folder, name), JSON.stringify({ store: 'postgres', ...settings })];
  const child = spawn(process.execPath, args, { env: { ...process.env, DATABASE_URL: connection } });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(`${chunk}`.trim()));
    child.stderr.on('data', (chunk) => reject(new Error(`${chunk}`)));
  });
  return { url, child };
}

async function kill({ child }: Server): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const json = { 'content-type': 'application/json' };
const ask = ({ url }: Server, body: object, headers: object = {}) =>
  fetch(`${url}/api/ask`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
const slow = (ms: number) => ({ question: 'Who?', pipeline: 'slow', options: { ms }, background: true });
const join_ = ({ url }: Server, id: string, after = 0) =>
  fetch(`${url}/api/runs/${id}`, { headers: { accept: 'text/event-stream', 'last-event-id': `${after}` } });

describe.skipIf(engine.skipped)(`Servers over one PostgreSQL${engine.skipped}`, () => {
  let one: Server;
  let other: Server;
  beforeAll(async () => {
    [one, other] = await Promise.all([startServerIn('one'), startServerIn('other')]);
  });
  afterAll(async () => {
    for (const { child } of [one, other]) child.kill('SIGKILL');
  });

  test('an answer of one is history of the other, with events, calls and follow-ups', async () => {
    const done = await jsonOf(ask(one, { question: 'Who built the Kestrel Bridge?' }));
    const there = await jsonOf(fetch(`${other.url}/api/runs/${done.id}`));
    expect(there).toMatchObject({ status: 'answered', result: { answer: done.answer } });
    const [here, elsewhere] = await Promise.all([one, other].map(({ url }) => jsonOf(fetch(`${url}/api/runs/${done.id}/events`))));
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
    expect(await jsonOf(fetch(`${other.url}/api/runs/${running.id}`, { method: 'DELETE' }))).toEqual({ deleted: 0, cancelled: 1 });
    expect((await jsonOf(fetch(`${one.url}/api/runs/${running.id}`))).status).toBe('cancelled');
  });

  test('keys and their limits hold for all servers together, and a revoked key is refused at once', async () => {
    const options = { cwd: folder, env: { DATABASE_URL: connection, WINNOW_SERVER__STORE: 'postgres' } };
    const made = await winnow(['keys', 'create', 'ada', '--requests-per-minute', '4'], options);
    const headers = { authorization: `Bearer ${made.stdout.trim()}` };
    const list = ({ url }: Server) => fetch(`${url}/api/runs`, { headers });
    const statuses = [];
    for (const server of [one, other, one, other, one, other]) statuses.push((await list(server)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await winnow(['keys', 'list'], options)).stdout).toContain('ada');
    await winnow(['keys', 'revoke', 'ada'], options);
    for (const server of [one, other]) expect((await list(server)).status).toBe(401);
    const poor = await winnow(['keys', 'create', 'poor', '--usd-per-day', '0'], options);
    expect((await ask(other, { question: 'Who?' }, { authorization: `Bearer ${poor.stdout.trim()}` })).status).toBe(429);
  });

  test('a server that is killed in an answer: whoever joins it elsewhere has what was there, and is told', {
    timeout: 60_000,
  }, async () => {
    const doomed = await startServerIn('doomed');
    const { id } = await jsonOf(ask(doomed, slow(60_000)));
    const first = await join_(other, id);
    await expect.poll(async () => (await jsonOf(fetch(`${other.url}/api/runs/${id}/events`))).events.length).toBeGreaterThan(0);
    await kill(doomed);
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
