import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { disturb, sameAnswers } from '../../../test/support/disturb.js';
import { openIndex } from './open.js';

let folder: string;
let directory: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-killed-'));
  directory = join(folder, 'corpus');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an ingest killed at random moments loses nothing it reported, and completes to the same answers', async () => {
  const delays = [5, 60, 140];
  const disturbed = await disturb({
    directory,
    passages: 1200,
    kills: delays.length,
    delayMs: () => delays.pop() ?? 50,
  });
  expect(disturbed).toMatchObject({ lost: 0, doubled: 0, passages: 1200 });
  expect(disturbed.kills).toBeGreaterThan(0);
  const whole = join(folder, 'whole');
  await disturb({ directory: whole, passages: 1200, kills: 0, delayMs: () => 0 });
  const [left, right] = [openIndex({ directory }), openIndex({ directory: whole })];
  expect(await sameAnswers(left, right, [{ text: 'karen of lotu salmi', vector: new Float32Array(384).fill(1) }])).toBe(
    0,
  );
  await left.close();
  await right.close();
}, 600_000);
