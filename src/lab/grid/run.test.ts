import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { definePipeline } from '../../core/parts.js';
import { pipeline } from '../../core/pipeline.js';
import { createEngine } from '../../engine/index.js';
import type { Grader } from '../grade/grade.js';
import type { RunRecord } from '../run/record.js';
import type { EvalRow } from '../run/row.js';
import type { GridFile } from './file.js';
import { openGridFolder } from './folder.js';
import { pointsOf } from './points.js';
import { runGrid } from './run.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-grid-run-'));
afterAll(() => rmSync(root, { recursive: true }));

let asked = 0;
const echo = definePipeline({
  name: 'echo',
  summary: 'a test',
  options: z.strictObject({ loud: z.boolean().default(false) }),
  create: () =>
    pipeline('echo', 'none', async () => {
      asked += 1;
      return { answer: { status: 'answered', text: 'yes', claims: [] }, sources: [] };
    }),
});
const engine = createEngine({ models: {}, local: {}, pipelines: [echo] });
const rows = ['1', '2', '3'].map((id) => ({ id, question: `${id}?`, answers: ['yes'], gold: [] }));
const grid = {
  name: 'g',
  pipeline: 'echo',
  data: 'd',
  options: {},
  axes: { loud: { values: [false, true], without: {} } },
} as unknown as GridFile;
const points = pointsOf(grid);

function start(
  folder: string,
  { graders, judge = {} }: { graders: readonly Grader[]; judge?: object },
  stop = new AbortController(),
) {
  const pipelines = Object.fromEntries(points.map(({ name, settings }) => [name, { name: 'echo', options: settings }]));
  const record = {
    askedAt: '2026-01-01T00:00:00.000Z',
    data: { questions: 3 },
    models: judge,
    pipelines,
  } as unknown as RunRecord;
  const place = openGridFolder({ folder, grid, record, resume: true });
  const session = { rows, pageOf: (page: string) => page };
  const seen: EvalRow[] = [];
  const input = {
    grid,
    points,
    folder: place,
    session,
    engine,
    graders,
    maxConcurrency: 1,
    seed: 0,
    stop: stop.signal,
  };
  return runGrid(input, { onRow: (row) => seen.push(row) }).then((scores) => ({ scores, seen }));
}

const lines = (folder: string, point: string) =>
  readFileSync(join(folder, 'points', point, 'rows.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as EvalRow);

const relevance = (folder: string, point: string) =>
  JSON.parse(readFileSync(join(folder, 'points', point, 'summary.json'), 'utf8')).pipelines[point].metrics
    .relevance_score;

test('a stop ends grading too: what was graded is kept, what was not is graded when the grid is resumed, and nothing is asked again', async () => {
  const folder = join(root, 'stopped');
  const judge = { judge: { model: 'wise', at: 'models.example/v1', format: 'json' } };
  await start(folder, { graders: [] });
  expect(asked).toBe(6);
  expect(relevance(folder, 'false')).toMatchObject({ n: 0 });

  const stop = new AbortController();
  let graded = 0;
  const grader: Grader = {
    name: 'judge',
    by: 'wise',
    grade: async () => {
      graded += 1;
      if (graded === 2) stop.abort();
      return { scores: { relevance_score: 2 } };
    },
  };
  const stopped = await start(folder, { graders: [grader], judge }, stop);
  expect([graded, stopped.seen.length, stopped.scores.map((point) => point.rows.length)]).toEqual([2, 2, [2, 0]]);
  expect(lines(folder, 'false').map(({ grades }) => grades?.judge?.scores.relevance_score)).toEqual([2, 2, undefined]);

  const resumed = await start(folder, { graders: [grader], judge });
  expect([asked, graded, resumed.scores.map((point) => point.rows.length)]).toEqual([6, 6, [3, 3]]);
  expect([relevance(folder, 'false'), relevance(folder, 'true')]).toMatchObject([{ n: 3 }, { n: 3 }]);
  expect(JSON.parse(readFileSync(join(folder, 'grid.json'), 'utf8')).run.models).toEqual({});
});
