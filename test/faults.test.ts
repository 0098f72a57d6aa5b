/**
 * Three calls in ten go wrong, in every way calls can: each question still ends in time, as an answer, an abstention or
 * an error with a code.
 */
import { beforeAll, expect, test } from 'vitest';
import { BUILT_IN_PIPELINES } from '../src/engine/pipelines.js';
import { openSample, runWithFaults, type Sample } from './support/fault-run.js';

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

let sample: Sample;
beforeAll(async () => {
  sample = await openSample();
}, 60_000);

const settings = { questions: 15, rate: 0.3, seed: 'faults', timeoutMs: 1500, concurrency: 15 } as const;
const CODES = ['deadline', 'unavailable', 'unreadable'];

/** Most of the time is spent waiting for calls that hang, so they wait together. */
test.concurrent.each(
  BUILT_IN_PIPELINES.flatMap((definition) =>
    [true, false].map((isBound) => [definition.name, isBound, definition] as const),
  ),
)('%s, calls bounded: %s', { timeout: 120_000 }, async (_, isBound, definition) => {
  const report = await runWithFaults(sample, { ...settings, definition, isBound });
  expect(Object.keys(report.endings).filter((ending) => !['answered', 'abstained', ...CODES].includes(ending))).toEqual(
    [],
  );
  expect(report.uncoded).toEqual([]);
  expect(report.wrong).toEqual([]);
  expect(unhandled).toEqual([]);
});

test('the bounds are worth it: with them more questions are answered or abstained from', {
  timeout: 60_000,
}, async () => {
  const definition = BUILT_IN_PIPELINES.find(({ name }) => name === 'hifi-rag') as (typeof BUILT_IN_PIPELINES)[number];
  const [bound, bare] = [true, false].map((isBound) =>
    runWithFaults(sample, { ...settings, questions: 40, timeoutMs: 3000, definition, isBound }),
  );
  const [withBounds = 0, without = 0] = (await Promise.all([bound, bare])).map(
    (report) => (report?.endings.answered ?? 0) + (report?.endings.abstained ?? 0),
  );
  expect(withBounds).toBeGreaterThan(25);
  expect(withBounds).toBeGreaterThan(without);
});

test('the check of citations can fail', async () => {
  const definition = BUILT_IN_PIPELINES.find(({ name }) => name === 'hifi-rag') as (typeof BUILT_IN_PIPELINES)[number];
  const emptied = { ...sample, documents: new Map() };
  const report = await runWithFaults(emptied, { ...settings, questions: 5, rate: 0, definition, isBound: true });
  expect(report.wrong.length).toBeGreaterThan(0);
});
