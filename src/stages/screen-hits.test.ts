import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definePrompt } from '../core/prompt.js';
import { fakeModel, hit, question, testRun } from '../testing/index.js';
import { DROP_REASONS, pick, type Screening, type ScreenVars, screenHits } from './screen-hits.js';

const prompt = definePrompt<ScreenVars, Screening>({
  id: 'test/screen',
  version: 1,
  reply: z.object({
    keep: z.array(z.string()),
    drop: z.array(z.object({ url: z.string(), reason: z.enum(DROP_REASONS) })),
  }),
  render: ({ hits }) => [{ role: 'user', content: hits.map(({ url }) => url).join('\n') }],
});
const asked = question('Who built the Old Bridge?');
const hits = ['a', 'b', 'c', 'd', 'e'].map((name) => hit(`https://${name}.example/page`, name));
const urls = (list: readonly { url: string }[]) => list.map(({ url }) => url);

describe('pick', () => {
  test('by URL however it is spelled, by printed number, and by a beginning that is cut off', () => {
    expect(urls(pick(hits, ['http://www.b.example/page/', '[3]', 'https://a.exam...']))).toEqual(
      urls([hits[1], hits[2], hits[0]] as typeof hits),
    );
  });

  test('unknown, ambiguous and repeated names are ignored', () => {
    expect(pick(hits, ['https://nowhere.example', '99', '0', 'https://', '2', '2'])).toEqual([hits[1]]);
  });
});

test('the model’s choice comes first, in its order; the best by rules are read with it; drops carry its reasons', async () => {
  const { run, events } = testRun();
  const small = fakeModel([JSON.stringify({ keep: ['5', '4'], drop: [{ url: '6', reason: 'outdated' }] })]);
  const many = [...hits.slice(0, 3), ...['x', 'y', 'z'].map((name) => hit(`https://${name}.example`, 'Cake', 'Tea'))];
  const kept = await screenHits({ models: { small }, local: {}, prompt, keepBest: 3 })(
    { question: asked, hits: many },
    run,
  );
  expect(kept.slice(0, 2)).toEqual([many[4], many[3]]);
  expect(new Set(kept.slice(2))).toEqual(new Set(many.slice(0, 3)));
  expect(events.flatMap((event) => (event.type === 'dropped' ? [event.reason] : []))).toEqual(['outdated']);
});

test('a screen that keeps nothing is not believed: the best three are read', async () => {
  const { run, events } = testRun();
  const small = fakeModel(['{"keep": ["https://invented.example"], "drop": []}']);
  expect(await screenHits({ models: { small }, local: {}, prompt })({ question: asked, hits }, run)).toEqual(
    hits.slice(0, 3),
  );
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'screen-hits' }));
});

test('an unreadable list keeps what the words keep, and says so', async () => {
  const { run, events } = testRun();
  const small = fakeModel(['not json', 'still not json']);
  const kept = await screenHits({ models: { small }, local: {}, prompt })(
    { question: asked, hits: hits.slice(0, 2) },
    run,
  );
  expect(new Set(kept)).toEqual(new Set(hits.slice(0, 2)));
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'screen-hits' }));
});

test('without a model the result that speaks of the question comes first, and far ones are dropped for a reason', async () => {
  const { run, events } = testRun();
  const noise = Array.from({ length: 24 }, (_, at) =>
    hit(`https://n${at}.example`, 'Cake', 'Recipes for cake and tea'),
  );
  const kept = await screenHits({ models: {}, local: {}, prompt })(
    { question: asked, hits: [...noise, hit('https://x.example', 'Old Bridge', 'Who built it')] },
    run,
  );
  expect(kept[0]?.url).toBe('https://x.example');
  expect(kept.length).toBe(3);
  expect(
    events
      .filter((event) => event.type === 'dropped')
      .every((event) => event.type === 'dropped' && event.reason === 'off-domain'),
  ).toBe(true);
});

test('without a model an engine that knows places is believed: nothing is dropped', async () => {
  const far = hits.map((one) => ({ ...one, places: [{ start: 0, end: 9, score: 1 }] }));
  const near = { ...hit('https://bridge.example', 'Old Bridge', 'The Old Bridge was built by Ana Perl.'), places: [] };
  const kept = await screenHits({ models: {}, local: {}, prompt })(
    { question: asked, hits: [...far, near] },
    testRun().run,
  );
  expect(urls(kept)).toEqual(urls([...far, near]));
});

test('no results need no model', async () => {
  expect(
    await screenHits({ models: { small: fakeModel([]) }, local: {}, prompt })(
      { question: asked, hits: [] },
      testRun().run,
    ),
  ).toEqual([]);
});
