import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskFiles, type Files, memoryFiles } from './files.js';
import { openIndex } from './open.js';
import type { IndexEntry } from './types.js';

const entry = (id: string, text: string): IndexEntry => ({
  passage: { id, source: { id, url: '', title: '' }, headings: [], text, start: 0, end: text.length },
});

let folder: string;
let directory: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-durability-'));
  directory = join(folder, 'corpus');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the writer lock', () => {
  test('a second writer is told who holds it; readers are not disturbed', async () => {
    const first = openIndex({ directory });
    await first.add([entry('a', 'word')]);
    await first.commit();
    const second = openIndex({ directory });
    await expect(second.add([entry('b', 'word')])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`process ${process.pid}`),
    });
    expect((await second.search({ text: 'word', mode: 'sparse', k: 5 })).length).toBe(1);
    await first.close();
    await second.add([entry('b', 'word')]);
    await second.commit();
    expect(second.describe().passages).toBe(2);
    await second.close();
    expect(existsSync(join(directory, 'writer.lock'))).toBe(false);
  });

  test('the lock of a process that died is taken over', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const index = openIndex({ directory });
    await index.add([entry('a', 'word')]);
    await index.commit();
    await index.close();
    const { hostname } = await import('node:os');
    writeFileSync(join(directory, 'writer.lock'), JSON.stringify({ pid, host: hostname(), started: '1' }));
    const next = openIndex({ directory });
    await next.add([entry('b', 'word')]);
    await next.commit();
    expect(next.describe().passages).toBe(2);
    await next.close();
  });
});

test('a disk without room for the lock is named, and nothing is left behind', async () => {
  const full = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const index = openIndex({ files: { ...memoryFiles(), lock: full } });
  await expect(index.add([entry('a', 'word')])).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('make room'),
  });
  await index.close();
});

describe('the format', () => {
  test.each([
    [0, 'older'],
    [99, 'newer'],
  ])('version %i is refused as %s, with the command that rebuilds it', async (version, age) => {
    const index = openIndex({ directory });
    await index.add([entry('a', 'word')]);
    await index.commit();
    await index.close();
    const path = join(directory, 'manifest.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version }));
    expect(() => openIndex({ directory })).toThrow(new RegExp(`${age}.*winnow ingest`));
  });

  test('a damaged manifest is refused, not overwritten', () => {
    const files = diskFiles(directory);
    files.replace('manifest.json', Buffer.from('{"format":'));
    expect(() => openIndex({ directory })).toThrow(/damaged/);
  });
});

/** Files on a disk that fills up after a number of bytes. */
function fillingUp(files: Files, room: { bytes: number }): Files {
  const use = (bytes: number): void => {
    room.bytes -= bytes;
    if (room.bytes < 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  return {
    ...files,
    create(name) {
      const writer = files.create(name);
      return {
        ...writer,
        write(bytes) {
          use(bytes.length);
          writer.write(bytes);
        },
      };
    },
    replace(name, bytes) {
      use(bytes.length);
      files.replace(name, bytes);
    },
  };
}

describe.each(['memory', 'disk'])('a full disk (%s)', (kind) => {
  test('leaves the corpus as it was wherever it strikes, and work goes on once there is room', async () => {
    const files = kind === 'disk' ? diskFiles(directory) : memoryFiles();
    const first = openIndex({ files });
    await first.add([entry('a', 'first words'), entry('gone', 'first of all')]);
    await first.commit();
    await first.close();
    let failures = 0;
    for (let bytes = 0; ; bytes += 97) {
      const room = { bytes };
      const index = openIndex({ files: fillingUp(files, room) });
      const committed = await (async () => {
        await index.remove('gone');
        await index.add([entry('b', 'second words'), entry('c', 'third words')]);
        await index.commit();
        return true;
      })().catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('as it was') });
        return false;
      });
      if (!committed) {
        failures += 1;
        expect((await index.search({ text: 'first', mode: 'sparse', k: 5 })).map(({ id }) => id).sort()).toEqual([
          'a',
          'gone',
        ]);
      }
      await index.close();
      const reader = openIndex({ files });
      expect(reader.describe().passages).toBe(committed ? 3 : 2);
      await reader.close();
      if (committed) break;
      expect(files.list().filter((name) => !name.startsWith('s0.') && name !== 'manifest.json')).toEqual([]);
    }
    expect(failures).toBeGreaterThan(5);
  });
});

test('files of a crashed writer are cleared away by the next one', async () => {
  const index = openIndex({ directory });
  await index.add([entry('a', 'word')]);
  await index.commit();
  await index.close();
  writeFileSync(join(directory, 's7.postings'), 'half written');
  const next = openIndex({ directory });
  await next.remove('nobody');
  expect(readdirSync(directory)).not.toContain('s7.postings');
  await next.close();
});

test('a reader keeps answering while another opening writes, merges and deletes files under it', async () => {
  const writer = openIndex({ directory });
  await writer.add([entry('p0', 'shared word')]);
  await writer.commit();
  const reader = openIndex({ directory });
  for (let round = 1; round <= 25; round += 1) {
    await writer.add([entry(`p${round}`, 'shared word')]);
    await writer.commit();
    const before = (await reader.search({ text: 'shared', mode: 'sparse', k: 50 })).length;
    expect(before).toBe(round);
    expect(await reader.refresh()).toBe(true);
  }
  expect(writer.describe().segments).toBeLessThan(12);
  await reader.close();
  await writer.close();
});
