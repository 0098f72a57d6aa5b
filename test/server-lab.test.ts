/**
 * The lab over HTTP: an experiment is started, watched, stopped, gone on with, compared and reported, in the files that
 * the command line reads.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readReport } from '../src/lab/report/read.js';
import { keysFile, openKeys } from '../src/server/callers/keys.js';
import { bridgeServer, jsonOf, type TestServer } from './server/start.js';

const QUESTIONS = [
  { id: 'a', question: 'Who built the Kestrel Bridge?', answers: ['Tobias Wrenfield'], type: 'single-page' },
  { id: 'b', question: 'When was the Luthmere Weir finished?', answers: ['1941'], type: 'single-page' },
];

let server: TestServer;
const lab = mkdtempSync(join(tmpdir(), 'winnow-lab-'));
beforeAll(async () => {
  server = await bridgeServer({ config: { server: { labFolder: lab } } });
});
afterAll(async () => {
  await server.close();
  rmSync(lab, { recursive: true, force: true });
});

const get = (path: string) => jsonOf(fetch(`${server.url}/api/lab/${path}`));
const post = (path: string, body: unknown = {}) =>
  fetch(`${server.url}/api/lab/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function uploaded(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([QUESTIONS.map((row) => `${JSON.stringify(row)}\n`).join('')]), '../bridges.jsonl');
  const { name } = await jsonOf(fetch(`${server.url}/api/lab/questions`, { method: 'POST', body: form }));
  return name;
}

/** Every state that is sent until it is over. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every kind.
async function watched(name: string): Promise<any[]> {
  const response = await fetch(`${server.url}/api/lab/runs/${name}`, { headers: { accept: 'text/event-stream' } });
  const blocks = (await response.text()).split('\n\n').filter(Boolean);
  return blocks.map((block) => JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? ''));
}

test('questions are uploaded under a safe name; a file without questions is refused and not kept', async () => {
  expect(await uploaded()).toBe('bridges.jsonl');
  const bad = new FormData();
  bad.append('file', new Blob(['{"not": "a question"}\n']), 'bad.jsonl');
  const refused = await fetch(`${server.url}/api/lab/questions`, { method: 'POST', body: bad });
  expect(refused.status).toBe(400);
  const { sets } = await get('questions');
  expect(sets.map(({ name }: { name: string }) => name)).toEqual(['sample', 'bridges.jsonl']);
  expect(sets[1].questions).toBe(2);
});

test('the sample questions are asked of the configured folder where that is named, else of their own pages', async () => {
  const body = { kind: 'run', questions: 'sample', limit: 1, pipelines: ['no-retrieval'] };
  const named = await jsonOf(post('runs', { ...body, name: 'of-the-folder', corpus: '~docs' }));
  const own = await jsonOf(post('runs', { ...body, name: 'of-its-own' }));
  expect([named.documents === 'sample', own.documents]).toEqual([false, 'sample']);
  await Promise.all([watched('of-the-folder'), watched('of-its-own')]);
});

test('a run of two pipelines: watched to its end, listed, compared, reported, in files that the lab reads', async () => {
  await uploaded();
  const body = { kind: 'run', name: 'first', questions: 'bridges.jsonl', pipelines: ['hifi-rag', 'naive-sparse'] };
  const started = await post('runs', body);
  expect([started.status, (await jsonOf(started)).status]).toEqual([202, 'running']);
  const last = (await watched('first')).at(-1);
  expect(last).toMatchObject({ status: 'done', done: 4, total: 4, kind: 'run', labels: ['hifi-rag', 'naive-sparse'] });
  expect(last.columns[0].metrics.contains).toMatchObject({ n: 2, mean: 1 });
  expect(last.columns[0].course.contains.at(-1)).toEqual([2, 1]);
  expect((await get('runs')).runs[0]).toMatchObject({ name: 'first', status: 'done', questions: 'bridges.jsonl' });

  const comparison = await get('compare?first=first:hifi-rag&second=first:naive-sparse');
  expect(comparison).toMatchObject({ questions: 2, first: 'hifi-rag', second: 'naive-sparse' });
  expect(readReport({ sources: [join(lab, 'first')], show: 5 }).columns.length).toBe(2);

  const report = await fetch(`${server.url}/api/lab/runs/first/report`);
  expect(report.headers.get('content-type')).toContain('text/html');
  expect(report.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-scripts/);
  expect(await report.text()).toContain('Winnow report');

  expect((await post('runs', body)).status).toBe(409);
  const deleted = await jsonOf(fetch(`${server.url}/api/lab/runs/first`, { method: 'DELETE' }));
  expect([deleted.deleted, existsSync(join(lab, 'first'))]).toEqual(['first', false]);
});

test('a run that is stopped keeps what was asked, and goes on where it was', { timeout: 60_000 }, async () => {
  const started = await post('runs', {
    kind: 'run',
    name: 'long',
    questions: 'sample',
    pipelines: ['hifi-rag'],
    limit: 40,
  });
  expect(started.status).toBe(202);
  for (let done = 0; done < 2; ) done = (await get('runs/long')).done;
  expect((await fetch(`${server.url}/api/lab/runs/long`, { method: 'DELETE' })).status).toBe(409);
  const stopped = await jsonOf(post('runs/long/stop'));
  expect(stopped.status).toBe('stopped');
  expect(stopped.done).toBeGreaterThanOrEqual(2);
  expect(stopped.done).toBeLessThan(40);
  const before = readFileSync(join(lab, 'long', 'rows.jsonl'), 'utf8');

  expect((await post('runs/long/resume')).status).toBe(202);
  expect((await watched('long')).at(-1)).toMatchObject({ status: 'done', done: 40, total: 40 });
  expect(readFileSync(join(lab, 'long', 'rows.jsonl'), 'utf8').startsWith(before)).toBe(true);
});

test('a grid: every point is asked, the champion is named, and a mistake in an axis is told at once', async () => {
  await uploaded();
  const body = {
    kind: 'grid',
    name: 'grid',
    questions: 'bridges.jsonl',
    pipeline: 'hifi-rag',
    axes: { filterHits: [true, false] },
  };
  const wrong = await post('runs', { ...body, axes: { noSuchOption: [1, 2] } });
  expect(wrong.status).toBe(400);
  expect((await jsonOf(wrong)).error.message).toContain('noSuchOption');
  expect((await post('runs', body)).status).toBe(202);
  const last = (await watched('grid')).at(-1);
  expect(last).toMatchObject({ kind: 'grid', status: 'done', done: 4, total: 4, labels: ['true', 'false'] });
  expect(last.grid).toMatchObject({ response: 'contains', champion: { response: 1 } });
  expect(existsSync(join(lab, 'grid', 'scores.csv'))).toBe(true);
});

test('names lead nowhere else, and what is not there is said', async () => {
  for (const name of ['..', '%2e%2e', 'no%2fway', '.questions']) {
    const response = await fetch(`${server.url}/api/lab/runs/${name}`);
    expect([400, 404], name).toContain(response.status);
  }
  expect(
    (await post('runs', { kind: 'run', name: 'x', questions: '../../etc/passwd', pipelines: ['hifi-rag'] })).status,
  ).toBe(404);
  expect((await post('runs', { kind: 'run', name: 'x', questions: 'sample', pipelines: ['no-such'] })).status).toBe(
    400,
  );
  expect((await get('runs')).runs.map(({ name }: { name: string }) => name)).not.toContain('x');
});

test('a key that may change nothing may not use the lab; the money of a key is the money of its experiments', async () => {
  const own = await bridgeServer({ config: { server: { requireKey: true } } });
  try {
    const keyOf = async (isAdmin: boolean) =>
      (await openKeys(keysFile(own.dataDirectory)).create({ name: `${isAdmin}`, isAdmin, limits: { usdPerDay: 0 } }))
        .key;
    const ask = (key: string, path: string, init: RequestInit = {}) =>
      fetch(`${own.url}/api/lab/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
    expect((await ask(await keyOf(false), 'runs')).status).toBe(403);
    const admin = await keyOf(true);
    const body = JSON.stringify({ kind: 'run', name: 'poor', questions: 'sample', pipelines: ['hifi-rag'], limit: 3 });
    expect((await ask(admin, 'runs', { method: 'POST', body })).status).toBe(202);
    let state = await jsonOf(ask(admin, 'runs/poor'));
    while (state.status === 'running') state = await jsonOf(ask(admin, 'runs/poor'));
    expect(state).toMatchObject({ status: 'stopped', done: 0 });
    expect(state.error.message).toContain('a day');
  } finally {
    await own.close();
  }
});
