import { expect, test } from 'vitest';
import { WinnowError } from './errors.js';
import { startRun } from './run.js';
import { stage } from './stage.js';
import { usageOf } from './trace.js';

const forever = () => new Promise<never>(() => undefined);
const call = {
  type: 'model-call',
  role: 'small',
  model: 'm',
  prompt: 'p@1',
  inputTokens: 10,
  outputTokens: 5,
  ms: 1,
} as const;

test('ends with code "deadline" when the time is up, even though the work never ends', async () => {
  await expect(startRun({ timeoutMs: 20 }).perform(forever)).rejects.toMatchObject({ code: 'deadline' });
});

test('ends with code "cancelled" when the caller aborts', async () => {
  const controller = new AbortController();
  const ending = startRun({ signal: controller.signal }).perform(forever);
  controller.abort();
  await expect(ending).rejects.toMatchObject({ code: 'cancelled' });
});

test('does not start work that is cancelled already', async () => {
  let started = false;
  const work = async () => {
    started = true;
  };
  await expect(startRun({ signal: AbortSignal.abort() }).perform(work)).rejects.toMatchObject({ code: 'cancelled' });
  expect(started).toBe(false);
});

test('ends with code "budget" when the money is spent, and not before', async () => {
  const { perform } = startRun({ maxCostUsd: 0.05 });
  const work = perform(async (run) => {
    run.emit({ ...call, costUsd: 0.05 });
    expect(run.signal.aborted).toBe(false);
    run.emit({ ...call, costUsd: 0.01 });
    return forever();
  });
  await expect(work).rejects.toMatchObject({ code: 'budget', message: expect.stringContaining('$0.0600') });
});

test('refuses to promise a budget for a model whose price is unknown', async () => {
  const work = startRun({ maxCostUsd: 1 }).perform(async (run) => {
    run.emit({ ...call, costUsd: null });
    return forever();
  });
  await expect(work).rejects.toMatchObject({ code: 'budget', message: expect.stringContaining('unknown') });
});

test('an unknown price makes the cost unknown, never zero', () => {
  const event = { ...call, stage: 's', atMs: 0 };
  expect(
    usageOf(
      [
        { ...event, costUsd: 0.5 },
        { ...event, costUsd: null },
      ],
      0,
    ).costUsd,
  ).toBeNull();
  expect(
    usageOf(
      [
        { ...event, costUsd: 0.5 },
        { ...event, costUsd: 0.25 },
      ],
      0,
    ),
  ).toMatchObject({ calls: 2, inputTokens: 20, outputTokens: 10, costUsd: 0.75 });
});

test('a stage opens and closes its span, names its events, and records its failure', async () => {
  const { run, events } = startRun();
  const noting = stage('noting', async (_: null, inner) => inner.emit({ type: 'note', text: 'here' }));
  const failing = stage('failing', async (_: null) => {
    throw new WinnowError('internal', 'broken');
  });
  await noting(null, run);
  await expect(failing(null, run)).rejects.toThrow('broken');
  expect(events.map(({ type, stage: name }) => `${name}:${type}`)).toEqual([
    'noting:stage-start',
    'noting:note',
    'noting:stage-end',
    'failing:stage-start',
    'failing:stage-end',
  ]);
  expect(events.at(-1)).toMatchObject({ error: 'broken' });
});
