import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { compiledFile } from './compiled-file.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));
const limits = pathToFileURL(compiledFile('processes/limits.js') as string).href;

/** Does what it is told and never comes back to its event loop. */
const bounded = join(folder, 'bounded.mjs');
writeFileSync(
  bounded,
  `import { keepWithin } from ${JSON.stringify(limits)};
keepWithin(300);
const kept = [];
process.on('message', (what) => { for (;;) if (what === 'fill') kept.push(Buffer.alloc(1_000_000, 1)); });
process.send(process.pid);`,
);
const parent = join(folder, 'parent.mjs');
writeFileSync(
  parent,
  `import { fork } from 'node:child_process';
const child = fork(${JSON.stringify(bounded)});
child.once('message', (pid) => { child.send('spin'); setTimeout(() => process.send(pid), 100); });`,
);

async function started(file: string): Promise<{ child: ChildProcess; pid: number }> {
  const child = fork(file, [], { execArgv: [] });
  const [pid] = (await once(child, 'message')) as [number];
  return { child, pid };
}

test('a process that fills its memory with buffers is killed', async () => {
  const { child } = await started(bounded);
  child.send('fill');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

test('a process that never comes to rest is killed when the one that started it is gone', async () => {
  const { child, pid } = await started(parent);
  expect(isRunning(pid)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
