import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { takeLock } from './lock.js';

const refusal = vi.hoisted(() => ({ code: '' }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  linkSync: () => {
    throw Object.assign(new Error('link'), refusal);
  },
}));

const root = mkdtempSync(join(tmpdir(), 'winnow-lock-'));
afterAll(() => rmSync(root, { recursive: true }));

test.each(['EPERM', 'ENOTSUP', 'ENOSYS'])(
  'a file system that says %s to hard links is locked all the same, by one at a time',
  (code) => {
    refusal.code = code;
    const path = join(root, code);
    const unlock = takeLock(path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
    expect(() => takeLock(path)).toThrow(`process ${process.pid}`);
    unlock();
    expect(existsSync(path)).toBe(false);
    takeLock(path)();
  },
);

test('any other refusal is an error', () => {
  refusal.code = 'EIO';
  expect(() => takeLock(join(root, 'EIO'))).toThrow('link');
});
