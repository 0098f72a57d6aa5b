import { expect, test } from 'vitest';
import { WinnowError } from '../../core/errors.js';
import { createEngine } from '../../engine/index.js';
import { document, fakeWeb, respondingModel } from '../../testing/index.js';
import { evaluate } from './evaluate.js';
import { type EvalRow, scoredText } from './row.js';
import { fellBackOf, isMostlyStandIn } from './stand-in.js';
import { summarise } from './summary.js';

const BRIDGE = 'The Iron Bridge was opened in 1888 by the mayor.';
const web = fakeWeb([document('https://a.example/1', [[['Iron Bridge'], BRIDGE]])]);
const question = { id: '1', question: 'When was the Iron Bridge opened?', answers: ['1888'], gold: [] };

/** A model that writes an answer only where `writes`; the other prompts get a reply that fits. */
async function ask(writes: boolean, allowFallback = false): Promise<EvalRow> {
  const model = respondingModel(({ format }) => {
    if (format.type !== 'text') return '[1]';
    if (writes) return 'In 1888.';
    throw new WinnowError('unavailable', 'the server took longer than 120000 ms for "draft"');
  });
  const engine = createEngine({
    models: { small: model, large: model },
    local: {},
    search: web.search,
    fetcher: web.fetcher,
  });
  const rows: EvalRow[] = [];
  const pipelines = [{ label: 'hifi-rag', name: 'hifi-rag' }];
  await evaluate({ engine, rows: [question], pipelines, allowFallback }, (row) => rows.push(row));
  return rows[0] as EvalRow;
}

test('a question whose writer fell back is a failure, though the passages held the answer', async () => {
  const row = await ask(false);
  expect(row).toMatchObject({
    status: 'failed',
    standIn: true,
    scores: { contains: 0 },
    error: { code: 'unavailable' },
  });
  expect(row.error?.message).toContain('the model did not write the answer: the server took longer');
  expect(scoredText(row)).toBe('');
  expect(await ask(true)).toMatchObject({ status: 'answered', scores: { contains: 1 } });
});

test('where it is allowed the answer counts and stays marked', async () => {
  expect(await ask(false, true)).toMatchObject({ status: 'answered', standIn: true, scores: { contains: 1 } });
});

test('the summary counts the answers that are missing and the calls that fell back, by stage and reason', async () => {
  const summary = summarise({ rows: [await ask(false)], pipelines: ['hifi-rag'], ids: ['1'], seed: 0 });
  expect(summary.pipelines['hifi-rag']).toMatchObject({ standIns: 1, failed: 1, answered: 0 });
  expect(summary.pipelines['hifi-rag']?.fellBack).toContainEqual({
    stage: 'draft-answer',
    reason: 'the server took longer than N ms for "…"',
    times: 1,
  });
});

const rowOf = (fallbacks: EvalRow['fallbacks'], calls: number, standIn = false) => ({
  fallbacks,
  usage: { calls, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: 0 },
  ...(standIn && { standIn: true as const }),
});
const fell = { stage: 'screen-hits', reason: 'down', prompt: 'screen' };

test('mostly: more than half of the answers, or more calls than were answered; a filter that kept too little is no call', () => {
  expect(isMostlyStandIn([rowOf([fell], 3), rowOf([], 3)])).toBe(false);
  expect(isMostlyStandIn([rowOf([fell, fell], 1)])).toBe(true);
  expect(isMostlyStandIn([rowOf([], 9, true), rowOf([], 9, true), rowOf([], 9)])).toBe(true);
  expect(fellBackOf([rowOf([{ stage: 'screen-hits', reason: 'the screen kept none' }], 1)])).toEqual([]);
});
