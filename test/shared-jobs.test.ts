/**
 * Ingest jobs of several servers over one PostgreSQL: any server takes, shows, stops and resumes them, and goes on with
 * those of one that died.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '../src/providers/postgres/connect.js';
import { joinProcesses, PROCESSES_TABLE } from '../src/providers/postgres/processes.js';
import { prepareTables } from '../src/providers/postgres/tables.js';
import { openWorkQueue, WORK_TABLE } from '../src/providers/postgres/work-queue.js';
import { jsonOf } from './server/start.js';
import { startEngine } from './support/engines.js';
import { type ServerChild, startServerChild } from './support/server-child.js';

const engine = await startEngine('postgres', 54_473);
const [connection = ''] = engine.addresses;
const folder = mkdtempSync(join(tmpdir(), 'winnow-shared-jobs-'));
const config = {
  index: { kind: 'postgres', prefix: 'corpora' },
  local: { embedder: false, reranker: false, verifier: false, reader: false },
};
const start = (name: string, schema = 'servers') => {
  const server = { store: 'postgres', schema };
  return startServerChild({ dataDirectory: join(folder, name), env: { DATABASE_URL: connection }, server, config });
};
/** Of these servers, which share a schema, the one that works on the only job, and the other. */
async function workerOf(servers: readonly ServerChild[], schema: string): Promise<[ServerChild, ServerChild]> {
  const database = connectPostgres({ connection, timeoutMs: 10_000, searchPath: schema });
  const holder = async () => {
    const [row] = await database.query<{ who: string }>(
      'select who from work join processes on processes.id = work.process',
    );
    return servers.find(({ child }) => row?.who.startsWith(`process ${child.pid} `));
  };
  await expect.poll(holder).toBeDefined();
  const worker = (await holder())!;
  await database.close();
  return [worker, servers.find((server) => server !== worker)!];
}
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await engine.stop();
});

const page = (at: number, sections: number) =>
  `# Bridge ${at}\n\n${Array.from({ length: sections }, (_, part) => `## Part ${part}\n\nPart ${part} of bridge ${at} was built by Ada Lund in ${1500 + part}.`).join('\n\n')}\n`;

function upload({ url }: ServerChild, corpus: string, files: number, sections = 2): Promise<Response> {
  const form = new FormData();
  for (let at = 0; at < files; at += 1) form.append('files', new Blob([page(at, sections)]), `bridge-${at}.md`);
  return fetch(`${url}/api/corpora/${corpus}/jobs`, { method: 'POST', body: form });
}

const jobAt = ({ url }: ServerChild, id: string) => jsonOf(fetch(`${url}/api/jobs/${id}`));
const statusAt = async (server: ServerChild, id: string): Promise<string> => (await jobAt(server, id)).status;
const documentsAt = ({ url }: ServerChild, corpus: string) =>
  jsonOf(fetch(`${url}/api/corpora/${corpus}/documents?limit=500`)) as Promise<{
    total?: number;
    documents: { id: string; passages: number }[];
  }>;

describe.skipIf(engine.skipped)(`Ingest jobs of several servers${engine.skipped}`, () => {
  let one: ServerChild;
  let other: ServerChild;
  beforeAll(async () => {
    [one, other] = await Promise.all([start('one'), start('other')]);
  });
  afterAll(() => Promise.all([one?.kill(), other?.kill()]));

  test('a job that one was given is shown, followed and listed by the other, which answers from the corpus and has its files', async () => {
    const { id } = await jsonOf(upload(one, 'shown', 3));
    const events = await (
      await fetch(`${other.url}/api/jobs/${id}`, { headers: { accept: 'text/event-stream' } })
    ).text();
    expect(JSON.parse(/data: (.*)\n\n$/.exec(events)?.[1] ?? '')).toMatchObject({
      id,
      status: 'done',
      counts: { documents: 3 },
    });
    expect((await jsonOf(fetch(`${other.url}/api/jobs`))).jobs[0]).toMatchObject({ id, corpus: 'shown' });
    const url = `${other.url}/api/corpora/shown/document?id=${encodeURIComponent('upload://shown/bridge-1.md')}`;
    expect(await jsonOf(fetch(url))).toMatchObject({ text: expect.stringContaining('Part 1 of bridge 1') });
    const again = await fetch(`${other.url}/api/jobs/${id}/resume`, { method: 'POST' });
    expect(again.status).toBe(409);
    expect(await jsonOf(fetch(`${one.url}/api/corpora/shown`, { method: 'DELETE' }))).toEqual({ deleted: true });
  });

  test('one is killed in the middle of an ingest: the other ends it, nothing is lost and nothing is there twice', {
    timeout: 120_000,
  }, async () => {
    const [files, sections] = [240, 40];
    const servers = await Promise.all([start('first', 'killed'), start('second', 'killed')]);
    const { id } = await jsonOf(upload(servers[0]!, 'long', files, sections));
    const [doomed, other] = await workerOf(servers, 'killed');
    expect((await upload(other, 'long', 1)).status).toBe(409);
    const committed = async () => (await documentsAt(other, 'long')).total ?? 0;
    await expect.poll(committed, { timeout: 60_000 }).toBeGreaterThan(0);
    await doomed.kill();
    expect(await statusAt(other, id)).toBe('running');
    await expect.poll(() => statusAt(other, id), { timeout: 60_000, interval: 250 }).toBe('done');
    const { counts } = await jobAt(other, id);
    expect(counts.documents + counts.unchanged).toBe(files);
    expect(counts.unchanged).toBeGreaterThan(0);
    expect(counts.documents).toBeGreaterThan(0);
    const { total, documents } = await documentsAt(other, 'long');
    expect(total).toBe(files);
    expect(new Set(documents.map((document) => document.id)).size).toBe(files);
    expect(new Set(documents.map(({ passages }) => passages))).toEqual(new Set([documents[0]?.passages]));
    await other.kill();
  });

  test('a job is stopped and resumed at servers that do not work on it; a server that shuts down leaves it to the other', {
    timeout: 60_000,
  }, async () => {
    const servers = await Promise.all([start('third', 'left'), start('fourth', 'left')]);
    const { id } = await jsonOf(upload(servers[0]!, 'moved', 240, 40));
    const [, idle] = await workerOf(servers, 'left');
    expect(await jsonOf(fetch(`${idle.url}/api/jobs/${id}`, { method: 'DELETE' }))).toMatchObject({
      status: 'cancelled',
    });
    expect((await fetch(`${idle.url}/api/jobs/${id}/resume`, { method: 'POST' })).status).toBe(202);
    const [leaving, staying] = await workerOf(servers, 'left');
    leaving.child.kill('SIGTERM');
    await expect.poll(() => statusAt(staying, id), { timeout: 45_000, interval: 250 }).toBe('done');
    expect((await documentsAt(staying, 'moved')).total).toBe(240);
    await Promise.all([leaving.kill(), staying.kill()]);
  });
});

describe.skipIf(engine.skipped)(`Shared work${engine.skipped}`, () => {
  test('an item is left in one step with what is written of it, and that of a process that died is offered again', {
    timeout: 60_000,
  }, async () => {
    const schema = 'work_queue';
    const connect = async () => {
      const database = connectPostgres({ connection, timeoutMs: 10_000, searchPath: schema });
      await prepareTables(database, schema, [PROCESSES_TABLE, WORK_TABLE]);
      const processes = await joinProcesses(database, schema);
      return { database, processes, queue: await openWorkQueue('test', { database, schema, processes }) };
    };
    const [mine, others] = await Promise.all([connect(), connect()]); // both make the tables
    await mine.database.transaction((query) => mine.queue.offer(['a', 'b'], query));
    const item = (await mine.queue.take()) ?? '';
    const refused = mine.queue.leave(item, 'done', async () => {
      throw new Error('disk full');
    });
    await expect(refused).rejects.toThrow('disk full');
    expect(await mine.queue.leave(item, 'again')).toBe(true);
    const taken = [await others.queue.take(), await others.queue.take(), await others.queue.take()];
    expect(taken.toSorted()).toEqual(['a', 'b', undefined]);
    expect(await mine.queue.leave(item, 'done')).toBe(false);
    await others.processes.close(); // without its sign of life it is dead
    await expect.poll(() => mine.queue.take(), { timeout: 20_000 }).toMatch(/a|b/);
    await mine.processes.close();
    await Promise.all([mine.database.close(), others.database.close()]);
  });
});
