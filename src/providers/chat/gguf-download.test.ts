import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHttpClient, type HttpClient } from '../http.js';
import { downloadModel, partOf } from './gguf-download.js';
import { checkModelFile, findModelFile, modelFiles } from './gguf-files.js';

const signal = new AbortController().signal;
const content = Buffer.from(`GGUF${'weights '.repeat(5000)}`);
const sha256 = createHash('sha256').update(content).digest('hex');

let [server, elsewhere]: Server[] = [];
let http: HttpClient;
let dataDirectory: string;
let url: string;
let ranges: (string | undefined)[];
let cutAt: number | undefined;
let whole: boolean;

const listening = async (made: Server) => {
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(made.address() as AddressInfo).port}`;
};

/**
 * The first server sends on to the second, as hubs of models do; the second gives ranges, unless told to send
 * everything.
 */
beforeEach(async () => {
  [ranges, cutAt, whole] = [[], undefined, false];
  dataDirectory = mkdtempSync(join(tmpdir(), 'winnow-gguf-'));
  elsewhere = createServer((request, response) => {
    ranges.push(request.headers.range);
    const from = whole ? 0 : Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= content.length) return void response.writeHead(416).end();
    const rest = content.subarray(from);
    const headers = {
      'content-length': rest.length,
      ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    };
    response.writeHead(from > 0 ? 206 : 200, headers);
    if (cutAt === undefined) return void response.end(rest);
    response.write(rest.subarray(0, cutAt), () => response.destroy());
  });
  const target = await listening(elsewhere);
  server = createServer((_, response) => response.writeHead(302, { location: `http://${target}/stored/1` }).end());
  const host = await listening(server);
  url = `http://${host}/repo/tiny.gguf`;
  http = createHttpClient({ testing: { treatAsPublic: [host, target] } });
});

afterEach(async () => {
  await http.close();
  for (const made of [server, elsewhere]) {
    made?.closeAllConnections();
    made?.close();
  }
  rmSync(dataDirectory, { recursive: true });
});

const get = (more = {}) => downloadModel({ http, url, dataDirectory, sha256, signal, ...more });
const stored = () => join(dataDirectory, 'models', 'tiny.gguf');
const part = () => partOf(stored(), url);

test('downloads with progress, checks the hash, and the file is found by its name', async () => {
  const progress: (number | undefined)[][] = [];
  expect(await get({ onProgress: (...numbers: number[]) => progress.push(numbers) })).toEqual({
    path: stored(),
    sha256,
  });
  expect(progress.at(-1)).toEqual([content.length, content.length]);
  expect(readFileSync(stored()).equals(content)).toBe(true);
  expect(findModelFile('tiny.gguf', dataDirectory)).toBe(stored());
});

test('a download that broke goes on where it stopped, at the address that answered', async () => {
  cutAt = 10_000;
  await expect(get()).rejects.toMatchObject({ code: 'unavailable' });
  expect(existsSync(stored())).toBe(false);
  cutAt = undefined;
  await get();
  expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
  expect(readFileSync(stored()).equals(content)).toBe(true);
});

test('a server without ranges starts anew; a part that was complete already is kept', async () => {
  mkdirSync(join(dataDirectory, 'models'));
  whole = true;
  writeFileSync(part(), 'GGUFwrong');
  await get();
  expect(readFileSync(stored()).equals(content)).toBe(true);
  whole = false;
  writeFileSync(part(), content);
  await get();
  expect(ranges.at(-1)).toBe(`bytes=${content.length}-`);
});

test('a wrong hash, a page of HTML and an address of something else are refused, and nothing is left', async () => {
  await expect(get({ sha256: 'f'.repeat(64) })).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining(sha256),
  });
  expect(existsSync(part())).toBe(false);
  await expect(get({ url: url.replace('.gguf', '.zip') })).rejects.toMatchObject({ code: 'usage' });
  await expect(get({ url: 'nonsense' })).rejects.toThrow(/winnow models/);
});

test('what was begun from one address is not continued from another', async () => {
  cutAt = 10_000;
  await expect(get({ url: url.replace('/repo/', '/other/') })).rejects.toMatchObject({ code: 'unavailable' });
  cutAt = undefined;
  await get();
  expect(ranges.at(-1)).toBeUndefined();
});

test('a hash in capitals is the same hash; what is none is refused before anything is asked', async () => {
  expect(await get({ sha256: sha256.toUpperCase() })).toMatchObject({ sha256 });
  const before = ranges.length;
  for (const wrong of ['', 'abc', `${sha256}0`, `sha256:${sha256}`])
    await expect(get({ sha256: wrong })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('64 hexadecimal'),
    });
  expect(ranges).toHaveLength(before);
});

test.each(['%zz.gguf', '%2e%2e%2ftiny.gguf', 'a%20b.gguf', '.gguf'])(
  'an address that ends in %s is refused as one',
  async (name) => {
    await expect(get({ url: url.replace('tiny.gguf', name) })).rejects.toMatchObject({ code: 'usage' });
    expect(ranges).toEqual([]);
  },
);

test('a check finds a file that was changed since, and one that is no model', async () => {
  await get();
  const states = async () =>
    Promise.all(modelFiles(dataDirectory).map(async (file) => (await checkModelFile(file, signal)).state));
  expect(await states()).toEqual(['sound']);
  writeFileSync(stored(), 'GGUF but other');
  expect(await states()).toEqual(['damaged']);
  writeFileSync(stored(), '<html>');
  writeFileSync(join(dataDirectory, 'models', 'own.gguf'), 'GGUF of my own');
  expect(await states()).toEqual(['unknown', 'damaged']);
});
