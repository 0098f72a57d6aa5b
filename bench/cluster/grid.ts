/**
 * The 96 points of the G-RAG paper on three processes that share a queue, one of them killed (SIGKILL): is every point
 * there, and what was asked twice?
 * node bench/run.mjs cluster/grid <connection string of PostgreSQL> [questions, default 2]. A scripted model; once left alone, once with the kill.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GRID_AXES } from '../../src/pipelines/g-rag/options.js';
import { startChatServer } from '../../test/support/chat-server.js';
import { BARE } from '../../test/support/command.js';

const [connection = '', questions = '2'] = process.argv.slice(2);
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'winnow-grid-bench-'));
const lines = (length: number, make: (at: number) => unknown) =>
  Array.from({ length }, (_, at) => JSON.stringify(make(at))).join('\n');
const server = await startChatServer((messages) => {
  const shown = messages.map(({ content }) => content).join('\n');
  const [, bridge = '0'] = /bridge number (\d)/i.exec(shown) ?? [];
  return /yes or no/i.test(shown)
    ? 'Yes'
    : `query: bridge number ${bridge}\nBridge number ${bridge} was opened in 180${bridge}.`;
});
writeFileSync(
  join(root, 'corpus.jsonl'),
  lines(9, (at) => ({ id: `d${at}`, title: `Bridge ${at}`, text: `Bridge number ${at} was opened in 180${at}.` })),
);
writeFileSync(
  join(root, 'questions.jsonl'),
  lines(Number(questions), (at) => ({
    id: `q${at}`,
    question: `When was bridge number ${at} opened?`,
    answers: [`180${at}`],
    gold_doc_ids: [`d${at}`],
  })),
);
const options = { hyde: 'off', queries: 2, rerank: 'yes', answerAdditions: false, keepBest: 0 };
writeFileSync(
  join(root, 'grid.yaml'),
  JSON.stringify({ name: 'bench', data: '.', pipeline: 'g-rag', options, response: 'contains', axes: GRID_AXES }),
);

const start = (out: string, more: readonly string[]): ChildProcess =>
  spawn(
    process.execPath,
    [MAIN, 'grid', 'grid.yaml', '--out', out, '--max-concurrency', '2', ...more, ...server.flags, ...BARE],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: connection },
      stdio: 'ignore',
    },
  );
const ended = async (child: ChildProcess): Promise<unknown> =>
  ((await once(child, 'exit')) as [number | null, string | null]).find((one) => one !== null);
function summaryIn(out: string): string {
  const { points, ...summary } = JSON.parse(readFileSync(join(root, out, 'summary.json'), 'utf8')) as {
    points: { seconds: number }[];
  };
  return JSON.stringify({ ...summary, points: points.map(({ seconds: _, ...point }) => point) });
}

const startedMs = performance.now();
const alone = await ended(start('alone', []));
const [aloneSeconds, asked] = [(performance.now() - startedMs) / 1000, server.requests()];
const again = performance.now();
const workers = ['one', 'two', 'doomed'].map((name) => start(name, ['--workers', '1']));
const watching = setInterval(() => {
  if (server.requests() > asked * 1.4) workers[2]?.kill('SIGKILL');
}, 5);
const endings = await Promise.all(workers.map(ended));
clearInterval(watching);
console.log(
  JSON.stringify({
    points: 96,
    questions: Number(questions),
    alone: { ended: alone, seconds: Math.round(aloneSeconds), modelCalls: asked },
    workers: {
      ended: endings,
      seconds: Math.round((performance.now() - again) / 1000),
      modelCalls: server.requests() - asked,
    },
    askedTwice: server.requests() - 2 * asked,
    sameSummary: summaryIn('one') === summaryIn('alone') && summaryIn('two') === summaryIn('alone'),
  }),
);
await server.close();
rmSync(root, { recursive: true, force: true });
