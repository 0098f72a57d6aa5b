/**
 * What is kept on disk, what is not, for how long, how much of it, and that a damaged or crowded folder harms nobody.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../src/core/clock.js';
import type { Embedder } from '../src/core/ports.js';
import { createDiskCache } from '../src/engine/calls/disk-cache.js';
import { document, fakeWeb, respondingModel, type ScriptedReply } from '../src/testing/index.js';
import { callsOf, during, newFolder, open, request } from './support/calls.js';

afterEach(() => {
  vi.useRealTimers();
});

const cache = { enabled: true };
const signal = open();

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** The same question in a new engine each time, over the same data directory. */
function repeating(reply: ScriptedReply, settings: object = {}) {
  const dataDirectory = newFolder();
  const scripted = respondingModel((asked) => (typeof reply === 'function' ? reply(asked) : reply));
  const ask = async (content: (boundary: string) => string, changed: object = {}) => {
    const calls = callsOf({ settings: { cache, ...settings }, dataDirectory });
    const { large } = calls.bound(
      { models: { large: scripted } },
      { models: { large: { model: 'm', baseUrl: 'https://m', ...changed } } },
    ).models;
    const heard: string[] = [];
    const given = await during(calls, (boundary) =>
      large.complete(request(content(boundary)), { signal, onText: (piece) => heard.push(piece) }),
    );
    await calls.close();
    return { ...given, heard: heard.join('') };
  };
  return { ask, dataDirectory, requests: scripted.requests };
}

test('a prompt is paid for once: the second reply is kept, says so, and is heard', async () => {
  const { ask, requests } = repeating('In 1888.');
  const first = await ask((boundary) => `<<page ${boundary}>> When? <<end ${boundary}>>`);
  const second = await ask((boundary) => `<<page ${boundary}>> When? <<end ${boundary}>>`);
  expect(requests).toHaveLength(1);
  expect(first.cached).toBeUndefined();
  expect(second).toMatchObject({
    text: 'In 1888.',
    finish: 'stop',
    usage: first.usage,
    cached: true,
    heard: 'In 1888.',
  });
});

test('another prompt, another address or another temperature is another call; another price is not', async () => {
  const { ask, requests } = repeating('In 1888.');
  await ask(() => 'When?');
  await ask(() => 'Who?');
  await ask(() => 'When?', { baseUrl: 'https://other' });
  await ask(() => 'When?', { temperature: 1 });
  expect(requests).toHaveLength(4);
  await ask(() => 'When?', { price: { input: 1, output: 1 }, timeoutMs: 5, keyVariable: 'OTHER' });
  expect(requests).toHaveLength(4);
});

test.each<[string, ScriptedReply]>([
  ['a reply that was cut off', { text: 'In 18', finish: 'length' }],
  ['a filtered reply', { text: 'In 1888.', finish: 'filter' }],
  ['a refusal', { text: 'No.', finish: 'refusal' }],
  ['an empty reply', ' '],
])('%s is not kept', async (_, reply) => {
  const { ask, requests, dataDirectory } = repeating(reply);
  await ask(() => 'When?');
  await ask(() => 'When?');
  expect(requests).toHaveLength(2);
  expect(readdirSync(dataDirectory)).toEqual([]);
});

test('a reply that repeats the boundary of its run is not kept', async () => {
  const { ask, requests } = repeating(({ messages }) => messages[0]?.content ?? '');
  await ask((boundary) => `say ${boundary}`);
  expect((await ask((boundary) => `say ${boundary}`)).cached).toBeUndefined();
  expect(requests).toHaveLength(2);
});

test('--no-cache neither reads nor writes', async () => {
  const { ask, requests, dataDirectory } = repeating('In 1888.', { cache: { enabled: false } });
  await ask(() => 'When?');
  await ask(() => 'When?');
  expect(requests).toHaveLength(2);
  expect(readdirSync(dataDirectory)).toEqual([]);
});

test('results and pages are used again for minutes, not for ever; notes come with them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });
  const web = fakeWeb([document('https://a.example', [[['Title'], 'Text.']])]);
  const search: typeof web.search = {
    ...web.search,
    search: (query, options) => {
      options.onNote?.('one engine was down');
      return web.search.search(query, options);
    },
  };
  const calls = callsOf({ settings: { cache: { enabled: true, searchMinutes: 15, fetchMinutes: 30 } } });
  const bound = calls.bound({ search, fetcher: web.fetcher });
  const notes: string[] = [];
  const both = async () => {
    await bound.search.search('bridge', { limit: 5, signal, onNote: (note) => notes.push(note) });
    const page = await bound.fetcher.fetch('https://a.example', { signal });
    await calls.close();
    return page;
  };
  const first = await both();
  expect(await both()).toEqual(first);
  expect([web.queries.length, web.fetched.length]).toEqual([1, 1]);
  expect(notes).toEqual(['one engine was down', 'one engine was down']);
  vi.setSystemTime(new Date('2026-03-01T12:16:00Z'));
  await both();
  expect([web.queries.length, web.fetched.length]).toEqual([2, 1]);
  vi.setSystemTime(new Date('2026-03-01T12:40:00Z'));
  await both();
  expect([web.queries.length, web.fetched.length]).toEqual([3, 2]);
});

test('without a setting a page is asked for again: what may be kept of it is said by its headers, which the cache of pages keeps to', async () => {
  const web = fakeWeb([document('https://a.example', [[['Title'], 'Text.']])]);
  const calls = callsOf({ settings: { cache } });
  const { fetcher } = calls.bound({ fetcher: web.fetcher });
  await fetcher.fetch('https://a.example', { signal });
  await calls.close();
  await fetcher.fetch('https://a.example', { signal });
  expect(web.fetched).toHaveLength(2);
});

test('another GGUF file of the same name is another model; the same file is not', async () => {
  const { ask, requests } = repeating('In 1888.');
  const model = join(newFolder(), 'm.gguf');
  const gguf = { provider: 'gguf', model };
  writeFileSync(model, 'GGUF one');
  utimesSync(model, 1000, 1000);
  await ask(() => 'When?', gguf);
  await ask(() => 'When?', gguf);
  expect(requests).toHaveLength(1);
  writeFileSync(model, 'GGUF longer');
  utimesSync(model, 1000, 1000);
  await ask(() => 'When?', gguf);
  expect(requests).toHaveLength(2);
  utimesSync(model, 2000, 2000);
  await ask(() => 'When?', gguf);
  expect(requests).toHaveLength(3);
});

test('vectors come back bit for bit; those of documents are left to their own file', async () => {
  let asked = 0;
  const embedder: Embedder = {
    name: 'remote',
    dimensions: 3,
    embed: async (texts) => {
      asked += 1;
      return texts.map(() => Float32Array.from([0.1, -1 / 3, Number.MIN_VALUE]));
    },
  };
  const calls = callsOf({ settings: { cache } });
  const bound = calls.bound({ embedder }).embedder;
  const [first] = await bound.embed(['bridge'], { signal });
  await calls.close();
  const [second] = await bound.embed(['bridge'], { signal });
  expect(second).toEqual(first);
  expect(asked).toBe(1);
  await bound.embed(['bridge'], { signal, keep: true });
  expect(asked).toBe(2);
});

test('a damaged file counts as none and is replaced', async () => {
  const { ask, requests, dataDirectory } = repeating('In 1888.');
  await ask(() => 'When?');
  const [file] = filesIn(dataDirectory) as [string];
  const whole = readFileSync(file, 'utf8');
  for (const damage of ['', '\0'.repeat(whole.length), whole.slice(0, -5), `${whole.split('\n')[0]}\n{"output":1}`]) {
    writeFileSync(file, damage);
    expect((await ask(() => 'When?')).text).toBe('In 1888.');
    expect(readFileSync(file, 'utf8').split('\n')[1]).toBe(whole.split('\n')[1]);
  }
  expect(requests).toHaveLength(5);
});

test('a folder that cannot be written costs the cache, not the call', async () => {
  const dataDirectory = newFolder();
  writeFileSync(join(dataDirectory, 'replies'), 'a file where the folder should be');
  const calls = callsOf({ settings: { cache }, dataDirectory });
  const { large } = calls.bound({ models: { large: respondingModel(() => 'In 1888.') } }).models;
  expect(await large.complete(request('When?'), { signal })).toMatchObject({ text: 'In 1888.' });
  await calls.close();
});

test('what was not used for longest goes first, and the folder stays within its limit', async () => {
  const folder = newFolder();
  const store = createDiskCache({ folder, maxBytes: 10_000, clock: systemClock });
  const key = (at: number) => at.toString(16).padStart(40, '0');
  for (let at = 0; at < 40; at += 1) {
    store.put(key(at), 'x'.repeat(500));
    await store.settle();
    await store.get(key(0), Number.POSITIVE_INFINITY); // the first stays in use
    await new Promise((resolve) => setTimeout(resolve, 2)); // its time is noted beside
  }
  const bytes = filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(11_000);
  expect(bytes).toBeGreaterThan(5000);
  const has = async (at: number) => (await store.get(key(at), Number.POSITIVE_INFINITY)) !== undefined;
  expect([await has(0), await has(1), await has(2), await has(39)]).toEqual([true, false, false, true]);
});

const CHILD = `
import { createDiskCache } from './dist/engine/calls/disk-cache.js';
import { systemClock } from './dist/core/clock.js';
const [folder, seed] = process.argv.slice(1);
const store = createDiskCache({ folder, maxBytes: 200_000, clock: systemClock });
for (let at = 0; at < 300; at += 1) {
  const key = String((at * 7 + Number(seed)) % 150).padStart(40, '0');
  const text = JSON.stringify({ key, filling: 'x'.repeat(3000) });
  store.put(key, text);
  const found = await store.get(String(at % 150).padStart(40, '0'), Infinity);
  if (found !== undefined && JSON.parse(found).key !== String(at % 150).padStart(40, '0')) process.exit(9);
}
await store.settle();
`;

test('two processes, and one that is killed, share a folder', { timeout: 60_000 }, async () => {
  const folder = newFolder();
  const run = (seed: number, killAfterMs?: number) =>
    new Promise<number | NodeJS.Signals | null>((resolve) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, folder, `${seed}`], {
        cwd: join(import.meta.dirname, '..'),
      });
      if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      child.on('exit', (code, killed) => resolve(killed ?? code));
    });
  const ends = await Promise.all([run(1), run(2), run(3, 250)]);
  expect(ends.slice(0, 2)).toEqual([0, 0]);
  const store = createDiskCache({ folder, maxBytes: 200_000, clock: systemClock });
  for (let at = 0; at < 150; at += 1) {
    const text = await store.get(String(at).padStart(40, '0'), Number.POSITIVE_INFINITY);
    if (text !== undefined) expect(JSON.parse(text)).toMatchObject({ key: String(at).padStart(40, '0') });
  }
});
