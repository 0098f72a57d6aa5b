/**
 * A run that is killed again and again and resumed gives the rows of one that was left alone, and asks nothing twice
 * but what was in flight.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { EvalRow } from '../src/lab/run/row.js';
import { seededRandom } from '../src/text/random.js';

const full = process.env.WINNOW_FULL === '1';
const [QUESTIONS, KILLS, CONCURRENCY] = full ? [1000, 20, 8] : [200, 5, 8];
const child = fileURLToPath(new URL('./fixtures/eval-child.mjs', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'winnow-kill-'));
afterAll(() => rmSync(root, { recursive: true }));

const DOT = '.'.charCodeAt(0);

/** Runs the child; with `killAfter` it is killed a moment after so many new rows. */
function runChild(folder: string, killAfter?: { rows: number; pauseMs: number }): Promise<NodeJS.Signals | number> {
  const running = spawn(process.execPath, [child, folder, `${QUESTIONS}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [seen, doomed] = [0, false];
  running.stdout.on('data', (bytes: Buffer) => {
    seen += bytes.filter((byte) => byte === DOT).length;
    if (!killAfter || doomed || seen < killAfter.rows) return;
    doomed = true;
    wait(killAfter.pauseMs).then(() => running.kill('SIGKILL'));
  });
  return new Promise((resolve, reject) => {
    running.on('error', reject);
    running.on('exit', (code, signal) => resolve(signal ?? code ?? -1));
  });
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

/** Rows without their times, in order of id. */
function rowsOf(folder: string): unknown[] {
  const rows = linesOf(join(folder, 'rows.jsonl')).map((line) => JSON.parse(line) as EvalRow);
  return rows
    .map(({ usage: { ms: _, ...usage }, ...row }) => ({ ...row, usage }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

test(`${QUESTIONS} questions, killed at ${KILLS} random moments and resumed`, { timeout: 600_000 }, async () => {
  const [calm, killed] = [join(root, 'calm'), join(root, 'killed')];
  expect(await runChild(calm)).toBe(0);

  const random = seededRandom(process.env.WINNOW_SEED ?? 'kill');
  const endings: (NodeJS.Signals | number)[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const rows = Math.floor(random() * 0.9 * (QUESTIONS / KILLS)); // few enough that some are left for the last kill
    endings.push(await runChild(killed, { rows, pauseMs: random() * 4 }));
  }
  endings.push(await runChild(killed));

  expect(endings).toEqual([...Array<string>(KILLS).fill('SIGKILL'), 0]);
  expect(rowsOf(calm)).toHaveLength(QUESTIONS);
  expect(rowsOf(killed)).toEqual(rowsOf(calm));
  const asked = linesOf(`${killed}.asked`);
  expect(new Set(asked).size).toBe(QUESTIONS);
  expect(asked.length).toBeLessThanOrEqual(QUESTIONS + KILLS * CONCURRENCY);
});
