import { expect, test } from 'vitest';
import { seededRandom } from '../../text/random.js';
import type { EvalRow } from '../run/row.js';
import { halvesOf, scoring, trialsOf, verdictOf } from './tune.js';
import { BASELINE, choicesOf, parseVary } from './variants.js';

const row = (pipeline: string, id: string, contains: number, seconds = 1) =>
  ({
    pipeline,
    id,
    status: 'answered',
    scores: { contains },
    funnel: {},
    evidence: null,
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: seconds * 1000 },
  }) as unknown as EvalRow;

const ids = (count: number) => [...Array(count).keys()].map(String);
const measured = { metric: 'contains', seed: 0 };

test('the halves share no question, hold all of them, and every type is in both', () => {
  const rows = ids(41).map((id) => ({
    id,
    question: '?',
    answers: [],
    gold: [],
    type: Number(id) % 4 ? 'single' : 'two-hop',
  }));
  const { search, heldOut } = halvesOf(rows, 1);
  expect([search.length, heldOut.length]).toEqual([21, 20]);
  expect(new Set([...search, ...heldOut]).size).toBe(41);
  for (const half of [search, heldOut]) expect(new Set(half.map(({ type }) => type)).size).toBe(2);
  expect(() => halvesOf(rows.slice(0, 3), 1)).toThrow('cannot be halved');
});

test('a variant that is better on both halves holds', () => {
  const rows = ids(40).flatMap((id) => [row(BASELINE, id, Number(id) % 2), row('good', id, 1)]);
  const [best] = trialsOf(rows, measured);
  expect(best).toMatchObject({ variant: 'good', difference: 0.5 });
  expect(verdictOf(best, best!)).toBe('holds');
});

test('of many variants that differ by chance alone, hardly a best one holds: the alarm is right where plain choosing is wrong', () => {
  const [verdicts, naive]: [string[], number[]] = [[], []];
  for (let seed = 0; seed < 20; seed += 1) {
    const random = seededRandom(`noise ${seed}`);
    const labels = [BASELINE, ...ids(12).map((at) => `variant ${at}`)];
    const drawn = (chosen: readonly string[]) =>
      ids(40).flatMap((id) => chosen.map((label) => row(label, id, Number(random() < 0.5))));
    const [best] = trialsOf(drawn(labels), { metric: 'contains', seed });
    const [heldOut] = trialsOf(drawn([BASELINE, best!.variant]), { metric: 'contains', seed });
    verdicts.push(verdictOf(best, heldOut!));
    naive.push(best!.difference);
  }
  // Whoever looks at the search half alone is pleased nearly every time.
  expect(naive.filter((difference) => difference > 0).length).toBeGreaterThanOrEqual(18);
  expect(verdicts.filter((verdict) => verdict === 'holds').length).toBeLessThanOrEqual(2);
});

test('a gain beyond chance while searching that is gone afterwards is called overfitting', () => {
  const searching = ids(40).flatMap((id) => [row(BASELINE, id, 0), row('learned by heart', id, 1)]);
  const after = ids(40).flatMap((id) => [row(BASELINE, id, 1), row('learned by heart', id, 1)]);
  expect(verdictOf(trialsOf(searching, measured)[0], trialsOf(after, measured)[0]!)).toBe('overfits');
  expect(verdictOf(trialsOf(after, measured)[0], null)).toBe('nothing better');
});

test('any metric: less time is a gain, and an expression weighs several', () => {
  const rows = ids(8).flatMap((id) => [row(BASELINE, id, 1, 3), row('quick', id, 1, 1)]);
  expect(trialsOf(rows, { metric: 'seconds', seed: 0 })[0]).toMatchObject({ variant: 'quick', difference: 2 });
  expect(scoring('0.5*contains + 0.5*`failed`')(rows[0]!)).toBe(0.5);
  expect(() => scoring('contain')).toThrow('no metric "contain"');
});

test('variants change one option each, against the settings as they are', () => {
  const vary = [parseVary('sectionsKept=4,8'), parseVary('filterSections=["off"]')];
  expect(choicesOf('hifi-rag', { vary, named: { brief: { refine: false } } })).toEqual([
    { label: BASELINE, name: 'hifi-rag' },
    { label: 'sectionsKept=4', name: 'hifi-rag', options: { sectionsKept: 4 } },
    { label: 'sectionsKept=8', name: 'hifi-rag', options: { sectionsKept: 8 } },
    { label: 'filterSections=off', name: 'hifi-rag', options: { filterSections: 'off' } },
    { label: 'brief', name: 'hifi-rag', options: { refine: false } },
  ]);
  expect(() => choicesOf('hifi-rag', { vary: [], named: {} })).toThrow('--vary');
  expect(() => parseVary('sectionsKept')).toThrow('option=value');
});
