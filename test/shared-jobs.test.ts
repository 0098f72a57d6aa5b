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
import { openPostgresMemory } from '../src/server/memory/postgres/index.js';
import { jsonOf } from './server/start.js';
import { startEngine } from './support/engines.js';
import { type ServerChild, startServerChild } from './support/server-child.js';
import { uploadTwiceAtOnce } from './support/uploads.js';

const engine = await startEngine('postgres');
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

  test('of two uploads to one corpus at the same time, at two servers, one is taken and not touched by the other', {
    timeout: 60_000,
  }, async () => {
    const { texts, taken } = await uploadTwiceAtOnce([one.url, other.url], 'both');
    expect(new Set(texts)).toEqual(new Set([`Sent as ${taken}.`]));
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
  /** A memory whose PostgreSQL refuses changes of the rows of one table, until it is told to take them. */
  const refusingMemory = async (schema: string, table: 'jobs' | 'runs') => {
    const memory = await openPostgresMemory({
      connection,
      schema,
      history: { maxRuns: 10, maxDays: 1, maxMegabytes: 1 },
    });
    const database = connectPostgres({ connection, timeoutMs: 10_000, searchPath: schema });
    await database.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await database.query(`create trigger refusing before update on ${table} for each row execute function refuse()`);
    const accept = () => database.query(`drop trigger refusing on ${table}`);
    const close = async () => {
      await memory.close();
      await database.close();
    };
    return { memory, accept, close };
  };

  test('a job that could not be taken whole is taken later', { timeout: 60_000 }, async () => {
    const { memory, accept, close } = await refusingMemory('taking', 'jobs');
    const counts = { documents: 0, passages: 0, unchanged: 0, unread: 0, vectors: 0, withoutVector: 0 };
    const job = { id: 'j1', corpus: 'bridges', status: 'running' as const, startedAt: '2026-01-01T00:00:00.000Z' };
    const kept = { ...job, share: 0, counts, unread: [], notices: [] };
    await memory.jobs.offer({ job: kept, request: { files: [], addresses: [] } });
    await expect(memory.jobs.take()).rejects.toThrow('no');
    await accept();
    expect(await memory.jobs.take()).toMatchObject({ job: { id: 'j1' }, isTakenOver: false });
    await close();
  });

  test('a run whose end could not be written is ended later; its answer does not wait for each write in turn', {
    timeout: 120_000,
  }, async () => {
    const { memory, accept, close } = await refusingMemory('ending', 'runs');
    const asked = { conversation: 'r1', asked: 'Who?', question: 'Who?', pipeline: 'hifi-rag', corpus: '~docs' };
    const started = { ...asked, id: 'r1', search: 'documents' as const, askedAt: '2026-01-01T00:00:00.000Z' };
    const run = { ...started, status: 'running' as const, owner: 'local', pid: 1, bytes: 0 };
    const writer = memory.runs.write(run);
    const beforeMs = performance.now();
    for (let time = 0; time < 4; time += 1) writer.summary({ ...run, ms: time });
    writer.summary({ ...run, status: 'answered' });
    await writer.settle();
    expect(performance.now() - beforeMs).toBeLessThan(16_000); // four seconds for each in turn would be twenty
    await accept();
    await expect.poll(async () => (await memory.runs.get('r1'))?.status, { timeout: 60_000 }).toBe('interrupted');
    await close();
  });

  test('an item is left in one step with what is written of it, and that of a process that died is offered again', {
    timeout: 150_000,
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
    const takeAt = ({ queue }: typeof mine) => queue.take(async (_, one) => one);
    const item = (await takeAt(mine)) ?? '';
    const refused = mine.queue.leave(item, 'done', async () => {
      throw new Error('disk full');
    });
    await expect(refused).rejects.toThrow('disk full'); // tried again some times, and then left to anyone
    const taken: string[] = [];
    const takeAll = async () => {
      for (let next = await takeAt(others); next !== undefined; next = await takeAt(others)) taken.push(next);
      return taken.toSorted();
    };
    await expect.poll(takeAll, { timeout: 50_000 }).toEqual(['a', 'b']);
    expect(await mine.queue.leave(item, 'done')).toBe(false);
    await others.processes.close(); // without its sign of life it is dead
    await expect.poll(() => takeAt(mine), { timeout: 50_000 }).toMatch(/a|b/);
    await mine.processes.close();
    await Promise.all([mine.database.close(), others.database.close()]);
  });
});
