/**
 * A grid on several processes through PostgreSQL, one of them killed: nothing is lost, and nothing is asked twice but
 * what was in flight.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GridSummary } from '../src/lab/grid/summary.js';
import { type ChatServer, startChatServer } from './support/chat-server.js';
import { BARE, winnow } from './support/command.js';
import { startEngine } from './support/engines.js';

const engine = await startEngine('postgres');
const [connection = ''] = engine.addresses;
const root = mkdtempSync(join(tmpdir(), 'winnow-grid-workers-'));
const QUESTIONS = 4;
let server: ChatServer;

beforeAll(async () => {
  server = await startChatServer((messages) => {
    const shown = messages.map(({ content }) => content).join('\n');
    const [, bridge = '0'] = /bridge number (\d)/i.exec(shown) ?? [];
    return /yes or no/i.test(shown)
      ? 'Yes'
      : `query: bridge number ${bridge}\nBridge number ${bridge} was opened in 180${bridge}.`;
  });
  const lines = (length: number, make: (at: number) => unknown) =>
    Array.from({ length }, (_, at) => JSON.stringify(make(at))).join('\n');
  const bridge = (at: number) => ({
    id: `d${at}`,
    title: `Bridge ${at}`,
    text: `Bridge number ${at} was opened in 180${at}.`,
  });
  const question = (at: number) => ({
    id: `q${at}`,
    question: `When was bridge number ${at} opened?`,
    answers: [`180${at}`],
    gold_doc_ids: [`d${at}`],
  });
  writeFileSync(join(root, 'corpus.jsonl'), lines(9, bridge));
  writeFileSync(join(root, 'questions.jsonl'), lines(QUESTIONS, question));
  const axes =
    '  queryExpansion: [none, variants, decomposition]\n  initialDocuments: [2, 6]\n  queryPrompt: [medium, advanced]\n';
  writeFileSync(
    join(root, 'grid.yaml'),
    `name: bridges\ndata: .\npipeline: g-rag\noptions: { hyde: 'off' }\nresponse: contains\naxes:\n${axes}`,
  );
});
afterAll(async () => {
  await server.close();
  await engine.stop();
  rmSync(root, { recursive: true });
});

const run = (out: string, more: readonly string[] = [], onStart?: (running: ChildProcess) => void) =>
  winnow(['grid', 'grid.yaml', '--out', out, '--max-concurrency', '1', ...more, ...server.flags, ...BARE], {
    cwd: root,
    env: { DATABASE_URL: connection },
    isAlone: true,
    ...(onStart && { onStart }),
  });

/** Times are what may differ. */
function summaryIn(out: string) {
  const { points, ...summary } = JSON.parse(readFileSync(join(root, out, 'summary.json'), 'utf8')) as GridSummary;
  return { ...summary, points: points.map(({ seconds: _, ...point }) => point) };
}

describe.skipIf(engine.skipped)(`A grid on workers${engine.skipped}`, () => {
  test('three processes, one killed, end in the summary of one that was left alone', { timeout: 180_000 }, async () => {
    const alone = await run('alone');
    expect(alone, alone.stderr).toMatchObject({ code: 0 });
    const asked = server.requests();
    let killed = false;
    const kill = (running: ChildProcess) => {
      const at = setInterval(() => {
        if (server.requests() < asked + 20) return;
        killed = running.kill('SIGKILL');
        clearInterval(at);
      }, 2);
      running.once('exit', () => clearInterval(at));
    };
    const workers = ['--workers', '1'];
    const ended = await Promise.all([run('first', workers), run('second', workers), run('doomed', workers, kill)]);
    expect(killed).toBe(true);
    expect(ended.map(({ code, signal }) => signal ?? code)).toEqual([0, 0, 'SIGKILL']);
    expect(summaryIn('first')).toEqual(summaryIn('alone'));
    expect(summaryIn('second')).toEqual(summaryIn('alone'));
    // One question was in flight where the kill came.
    expect(server.requests() - 2 * asked).toBeLessThanOrEqual(25);
    const before = server.requests();
    expect(await run('late', ['--workers', '2'])).toMatchObject({ code: 0 });
    expect(summaryIn('late')).toEqual(summaryIn('alone'));
    expect(server.requests()).toBe(before);
  });
});
