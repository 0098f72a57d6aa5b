import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { WinnowError } from '../../core/errors.js';
import { createPool, type Pool } from './pool.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A real process that answers in the way of worker.ts, and does to each task what its text says. */
const file = join(folder, 'worker.mjs');
writeFileSync(
  file,
  `import { existsSync, writeFileSync } from 'node:fs';
const seen = [];
process.on('message', ({ id, task: { text } }) => {
  const [what, name] = text.split(' ');
  while (what === 'spin');
  if (what === 'die') process.exit(7);
  if (what === 'die-once' && !existsSync(name)) { writeFileSync(name, ''); process.kill(process.pid, 'SIGKILL'); }
  seen.push(text);
  const reply = what === 'fail' ? { id, failure: { code: 'usage', message: 'no such model' } } : { id, output: what === 'pid' ? process.pid : what === 'seen' ? [...seen] : text };
  setTimeout(() => process.send(reply), what === 'slow' ? 200 : 5);
});
process.on('disconnect', () => process.exit());`,
);

type Task = { readonly text: string };
const deathError = (why: string) => new WinnowError('unavailable', `The process ended (${why}). It may lack memory.`);
const open = (processes: number, idleMs?: number): Pool<Task, unknown> =>
  createPool({ file, processes, deathError, ...(idleMs !== undefined && { idleMs }) });
const killing = (heapMb?: number): Pool<Task, unknown> =>
  createPool({ file, processes: 1, isKilled: true, deathError, ...(heapMb !== undefined && { heapMb }) });
const tasks = (...texts: string[]): Task[] => texts.map((text) => ({ text }));
const { signal } = new AbortController();

describe('a pool of processes', () => {
  test('gives outputs in the order of the tasks, from as many processes as it may start', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
    expect(await open(2)(tasks(...texts), { signal })).toEqual(texts);
    const processes = await open(2)(tasks(...texts.map(() => 'pid')), { signal });
    expect(new Set(processes).size).toBe(2);
    expect(new Set(processes)).not.toContain(process.pid);
  });

  test('one task starts one process, nothing none', async () => {
    const pool = open(4);
    expect(await pool([], { signal })).toEqual([]);
    const [first] = await pool(tasks('pid'), { signal });
    expect(await pool(tasks('pid'), { signal })).toEqual([first]);
  });

  test('an aborted call rejects at once with its reason, and its waiting tasks are never run', async () => {
    const pool = open(1);
    const stop = new AbortController();
    const stopped = pool(tasks('slow 1', 'slow 2', 'slow 3', 'slow 4'), { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await expect(stopped).rejects.toThrow('enough');
    const [seen] = await pool(tasks('seen'), { signal });
    expect(seen).not.toContain('slow 4');
    await expect(pool(tasks('text'), { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });

  test('questions are computed before documents that came earlier', async () => {
    const pool = open(1);
    const documents = pool(tasks(...Array.from({ length: 8 }, (_, at) => `document ${at}`)), {
      signal,
      isBackground: true,
    });
    const [seen] = (await pool(tasks('seen'), { signal })) as unknown as string[][];
    expect(seen?.length).toBeLessThan(5);
    expect(await documents).toHaveLength(8);
  });

  test('a failure keeps its code and leaves the process as it was', async () => {
    const pool = open(1);
    const [before] = await pool(tasks('pid'), { signal });
    await expect(pool(tasks('fail'), { signal })).rejects.toMatchObject({ code: 'usage', message: 'no such model' });
    expect(await pool(tasks('pid'), { signal })).toEqual([before]);
  });

  test('a task whose process dies is tried once more; the second time the error says what happened and what to do', async () => {
    const pool = open(1);
    const once = `die-once ${join(folder, 'died')}`;
    expect(await pool(tasks(once), { signal })).toEqual([once]);
    await expect(pool(tasks('die'), { signal })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/exit code 7.*memory/),
    });
    expect(await pool(tasks('alive'), { signal })).toEqual(['alive']);
  });

  test('a pool that kills ends a task that takes too long, and goes on with the next in a new process', async () => {
    const pool = killing();
    const [before] = await pool(tasks('pid'), { signal });
    const stuck = pool(tasks('spin'), { signal, timeoutMs: 200 });
    const next = pool(tasks('pid'), { signal });
    await expect(stuck).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('timeout') });
    expect(await next).not.toEqual([before]);
    await expect.poll(() => isRunning(before as number)).toBe(false);
  });

  test('a pool that kills ends the process of a task that is aborted, and never tries a deadly task twice', async () => {
    const pool = killing();
    const stop = new AbortController();
    const [before] = await pool(tasks('pid'), { signal });
    const stuck = pool(tasks('spin'), { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await expect(stuck).rejects.toThrow('enough');
    await expect.poll(() => isRunning(before as number)).toBe(false);
    const name = join(folder, 'died-in-killing-pool');
    await expect(pool(tasks(`die-once ${name}`), { signal })).rejects.toMatchObject({
      message: expect.stringContaining('SIGKILL'),
    });
  });

  test('a process without work ends', async () => {
    const [pid] = (await open(1, 50)(tasks('pid'), { signal })) as number[];
    await expect.poll(() => isRunning(pid as number), { timeout: 5000 }).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
