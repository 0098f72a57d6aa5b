/**
 * The G-RAG paper's 96 points over sample questions with a scripted model, once left alone and once killed (SIGKILL)
 * and resumed again and again: the same summary and scores, times excepted, and what a question costs beside its calls.
 * No model runs in-process.
 * node bench/run.mjs grid [questions] [kills] [axes]      fewer axes make a smaller grid: 2 are 6 points, 3 are 12
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../src/core/clock.js';
import type { ChatModel } from '../src/core/ports.js';
import { createEngine, type Engine } from '../src/engine/index.js';
import type { GridFile } from '../src/lab/grid/file.js';
import { openGridFolder } from '../src/lab/grid/folder.js';
import { choiceOf, type GridPoint, identicalPoints, pointsOf } from '../src/lab/grid/points.js';
import { runGrid } from '../src/lab/grid/run.js';
import { chooseResponse, scoresCsv } from '../src/lab/grid/scores.js';
import { type GridSummary, summariseGrid } from '../src/lab/grid/summary.js';
import { openSession } from '../src/lab/run/session.js';
import { GRID_AXES } from '../src/pipelines/g-rag/options.js';
import { fittingReply } from '../src/testing/fitting-model.js';
import { seededRandom } from '../src/text/random.js';

const CONCURRENCY = 8;
const SEED = 0;
const NO_MODEL = { embedder: false, reranker: false, verifier: false, reader: false };
const corpus = fileURLToPath(new URL('../corpus', import.meta.url));
const runner = fileURLToPath(new URL('./run.mjs', import.meta.url));

/** Keeps no list of what it was asked: a grid asks hundreds of thousands of times. */
const model: ChatModel = {
  name: 'fitting',
  format: 'schema',
  price: { input: 1, output: 2 },
  complete: async (request) => {
    const reply = { text: '', ...fittingReply(request) };
    const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
    const usage = { inputTokens: Math.ceil(characters / 4), outputTokens: Math.ceil(reply.text.length / 4) };
    return { finish: 'stop', usage, ...reply };
  },
};

async function prepare(questions: number, axisCount: number) {
  const chosen = Object.entries(GRID_AXES).slice(0, axisCount);
  const axes = chosen.map(([name, values]): [string, GridFile['axes'][string]] => [
    name,
    { values: [...values], without: name === 'queryPrompt' ? { queryExpansion: ['none'] } : {} },
  ]);
  const grid: GridFile = {
    name: 'bench',
    data: corpus,
    pipeline: 'g-rag',
    options: { hyde: 'off', queries: 8, rerank: 'yes' },
    axes: Object.fromEntries(axes),
  };
  const points = pointsOf(grid);
  const pipelines = points.map((point) => choiceOf(point, grid));
  const session = await openSession({
    config: { local: NO_MODEL },
    data: corpus,
    limit: questions,
    pipelines,
    seed: SEED,
  });
  const engine = createEngine({ config: session.config, local: {}, models: { small: model, large: model } });
  const identical = identicalPoints(
    points,
    grid,
    ({ name }) => session.record.pipelines[name]?.options as Record<string, unknown>,
  );
  return { grid, points, session, engine, identical };
}

/** In a process of its own, so that it can be killed: prints a dot for every row. */
async function child(folder: string, questions: number, axisCount: number): Promise<void> {
  const { grid, points, session, engine, identical } = await prepare(questions, axisCount);
  const place = openGridFolder({ folder, grid, record: session.record, resume: true });
  await engine.prepare();
  const stop = new AbortController().signal;
  const input = { grid, points, folder: place, session, engine, maxConcurrency: CONCURRENCY, seed: SEED, stop };
  const scores = await runGrid(input, { onRow: () => process.stdout.write('.') });
  place.write('scores.csv', scoresCsv(scores, chooseResponse(scores, grid.response)));
  const summary = summariseGrid({ grid, scores, identical, questions: session.rows.length, seed: SEED });
  place.write('summary.json', `${JSON.stringify(summary, null, 2)}\n`);
  await engine.close();
}

type Ended = { readonly ending: NodeJS.Signals | number; readonly rows: number };
const DOT = '.'.charCodeAt(0);

/** With `killAfter` the child is killed a moment after so many new rows. */
function runChild(args: readonly (string | number)[], killAfter?: { rows: number; pauseMs: number }): Promise<Ended> {
  const running = spawn(process.execPath, [runner, 'grid', 'child', ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [rows, doomed] = [0, false];
  running.stdout.on('data', (bytes: Buffer) => {
    rows += bytes.filter((byte) => byte === DOT).length;
    if (!killAfter || doomed || rows < killAfter.rows) return;
    doomed = true;
    wait(killAfter.pauseMs).then(() => running.kill('SIGKILL'));
  });
  return new Promise((resolve, reject) => {
    running.on('error', reject);
    running.on('close', (code, signal) => resolve({ ending: signal ?? code ?? -1, rows }));
  });
}

/** Times are what may differ. */
function summaryIn(folder: string): string {
  const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as GridSummary;
  return JSON.stringify({ ...summary, points: summary.points.map(({ seconds: _, ...point }) => point) });
}

function scoresIn(folder: string): string {
  const lines = readFileSync(join(folder, 'scores.csv'), 'utf8').trimEnd().split('\n');
  const time = lines[0]!.split(',').indexOf('seconds');
  return lines.map((line) => line.split(',').toSpliced(time, 1).join(',')).join('\n');
}

/**
 * Every so many-th point is measured twice: as a point of a grid, and as bare questions to the engine, without scores,
 * rows and folders.
 */
const MEASURED_EVERY = 4;

/** In turns and in one process, so that a machine that is busy for a while is busy for both. */
async function overhead(folder: string, questions: number, axisCount: number) {
  const { grid, points, session, engine } = await prepare(questions, axisCount);
  const place = openGridFolder({ folder, grid, record: session.record });
  await engine.prepare();
  const stop = new AbortController().signal;
  const asBare = (point: GridPoint) => {
    const tasks = session.rows.map((row) => ({ row, options: choiceOf(point, grid).options! }));
    return timed(() => Promise.all(Array.from({ length: CONCURRENCY }, () => askOn(engine, tasks))));
  };
  const asPoint = (point: GridPoint) =>
    timed(() =>
      runGrid({ grid, points: [point], folder: place, session, engine, maxConcurrency: CONCURRENCY, seed: SEED, stop }),
    );
  for (const point of points.slice(0, 2)) await asBare(point); // warm
  const total = { asked: 0, gridMs: 0, bareMs: 0 };
  for (const [at, point] of points.filter((_, place) => place % MEASURED_EVERY === 0).entries()) {
    if (at % 2 === 0) total.bareMs += await asBare(point); // neither always comes second, when everything is warm
    total.gridMs += await asPoint(point);
    if (at % 2 === 1) total.bareMs += await asBare(point);
    total.asked += session.rows.length;
  }
  await engine.close();
  return total;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = systemClock.monotonicMs();
  await work();
  return systemClock.monotonicMs() - startedMs;
}

async function askOn(
  engine: Engine,
  tasks: { row: { question: string }; options: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  for (let task = tasks.shift(); task; task = tasks.shift())
    await engine.ask(task.row.question, { pipeline: 'g-rag', options: task.options });
}

async function main(questions: number, kills: number, axisCount: number): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'winnow-grid-'));
  const [calm, killed] = [join(root, 'calm'), join(root, 'killed')];
  const alone = await runChild([calm, questions, axisCount]);
  const random = seededRandom('grid');
  const endings: Ended[] = [];
  for (let left = kills; left > 0; left -= 1) {
    const remaining = alone.rows - endings.reduce((sum, { rows }) => sum + rows, 0);
    const rows = Math.floor(random() * 1.8 * (remaining / (left + 1))); // all over the grid, and some left for the next
    endings.push(await runChild([killed, questions, axisCount], { rows, pauseMs: random() * 20 }));
  }
  endings.push(await runChild([killed, questions, axisCount]));
  const asked = endings.reduce((sum, { rows }) => sum + rows, 0);
  const deaths = endings.filter(({ ending }) => ending === 'SIGKILL').length;
  const same = summaryIn(calm) === summaryIn(killed) && scoresIn(calm) === scoresIn(killed);
  const summary = JSON.parse(readFileSync(join(calm, 'summary.json'), 'utf8')) as GridSummary;
  console.log(
    `${summary.points.length} points x ${questions} questions = ${alone.rows}, node ${process.versions.node}`,
  );
  console.log(
    `killed ${deaths} times, ${asked} rows written in all, summary and scores ${same ? 'the same' : 'DIFFER'}`,
  );
  const { asked: measured, gridMs, bareMs } = await overhead(join(root, 'measured'), questions, axisCount);
  const each = (ms: number) => (ms / measured).toFixed(2);
  console.log(`${measured} questions in turns: grid ${each(gridMs)} ms, bare ${each(bareMs)} ms per question`);
  console.log(
    `overhead ${each(gridMs - bareMs)} ms per question (scores, rows, folders, a summary with intervals per point)`,
  );
  rmSync(root, { recursive: true });
  return same && endings.at(-1)?.ending === 0 && summary.done === summary.total && deaths === kills ? 0 : 1;
}

const [first, ...rest] = process.argv.slice(2);
if (first === 'child') await child(rest[0]!, Number(rest[1]), Number(rest[2]));
const [questions, kills, axisCount] = [Number(first ?? 100), Number(rest[0] ?? 20), Number(rest[1] ?? 6)];
process.exit(first === 'child' ? 0 : await main(questions, kills, axisCount));
