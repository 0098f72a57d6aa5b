/**
 * A grid with a scripted model that is killed again and again and resumed ends in the summary of one that was left
 * alone (bench/grid.ts: 96 points).
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GridSummary } from '../src/lab/grid/summary.js';
import { seededRandom } from '../src/text/random.js';
import { type ChatServer, startChatServer } from './support/chat-server.js';
import { BARE, winnow } from './support/command.js';

const [QUESTIONS, KILLS] = [5, 4];
const ROWS = QUESTIONS * 12;
const root = mkdtempSync(join(tmpdir(), 'winnow-grid-kill-'));
let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer((messages) => {
    const shown = messages.map(({ content }) => content).join('\n');
    const [, bridge = '0'] = /bridge number (\d)/i.exec(shown) ?? [];
    return /yes or no/i.test(shown)
      ? 'Yes'
      : `query: bridge number ${bridge}\nBridge number ${bridge} was opened in 180${bridge}.`;
  });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

function prepare(): string {
  const text = (length: number, make: (at: number) => unknown) =>
    Array.from({ length }, (_, at) => JSON.stringify(make(at))).join('\n');
  writeFileSync(
    join(root, 'corpus.jsonl'),
    text(9, (at) => ({ id: `d${at}`, title: `Bridge ${at}`, text: `Bridge number ${at} was opened in 180${at}.` })),
  );
  writeFileSync(
    join(root, 'questions.jsonl'),
    text(QUESTIONS, (at) => ({
      id: `q${at}`,
      question: `When was bridge number ${at} opened?`,
      answers: [`180${at}`],
      gold_doc_ids: [`d${at}`],
    })),
  );
  const axes =
    '  queryExpansion: [none, variants, decomposition]\n  queryPrompt: { values: [medium, advanced], without: { queryExpansion: [none] } }\n  initialDocuments: [2, 6]\n';
  writeFileSync(
    join(root, 'grid.yaml'),
    `name: bridges\ndata: .\npipeline: g-rag\noptions: { hyde: 'off' }\nresponse: contains + citation.anyGold\naxes:\n${axes}`,
  );
  return 'grid.yaml';
}

function rowsIn(out: string): number {
  const points = join(root, out, 'points');
  if (!existsSync(points)) return 0;
  const files = readdirSync(points)
    .map((name) => join(points, name, 'rows.jsonl'))
    .filter((file) => existsSync(file));
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

/** Runs the command; with `killAt` it is killed as soon as the folder holds so many rows. */
async function run(out: string, killAt?: number): Promise<NodeJS.Signals | number | null> {
  let watching: NodeJS.Timeout | undefined;
  const flags = ['--out', out, '--resume', '--max-concurrency', '2', ...server.flags, ...BARE];
  const { code, signal } = await winnow(['grid', prepare(), ...flags], {
    cwd: root,
    onStart: (running) => {
      if (killAt !== undefined) watching = setInterval(() => rowsIn(out) >= killAt && running.kill('SIGKILL'), 5);
    },
  });
  clearInterval(watching);
  return signal ?? code;
}

/** Times are what may differ. */
function summaryIn(out: string) {
  const { points, ...summary } = JSON.parse(readFileSync(join(root, out, 'summary.json'), 'utf8')) as GridSummary;
  return { ...summary, points: points.map(({ seconds: _, ...point }) => point) };
}

test(`12 points, ${QUESTIONS} questions, killed ${KILLS} times and resumed`, { timeout: 300_000 }, async () => {
  expect(await run('calm')).toBe(0);
  const asked = server.requests();
  const random = seededRandom('grid-kill');
  const endings: (NodeJS.Signals | number | null)[] = [];
  for (let left = KILLS; left > 0; left -= 1) {
    const there = rowsIn('killed');
    endings.push(await run('killed', there + 1 + Math.floor(random() * ((ROWS - there) / (left + 1)))));
  }
  endings.push(await run('killed'));
  expect(endings).toEqual([...Array<string>(KILLS).fill('SIGKILL'), 0]);
  expect(summaryIn('killed')).toEqual(summaryIn('calm'));
  expect(summaryIn('calm')).toMatchObject({ done: ROWS, total: ROWS, noise: { groups: 2 } });
  expect(rowsIn('killed')).toBe(ROWS);
  // Asked again is only what was in flight: two questions a kill, of which none needs more calls than the dearest of
  // all.
  expect(server.requests() - 2 * asked).toBeLessThanOrEqual(KILLS * 2 * 25);
});
