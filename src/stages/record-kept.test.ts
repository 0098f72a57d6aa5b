import { expect, test } from 'vitest';
import { funnelOf } from '../core/trace.js';
import { passage, testRun } from '../testing/index.js';
import { recordKept } from './record-kept.js';

test('every passage is either kept with its score or dropped with a reason, and the funnel adds up', () => {
  const { run, events } = testRun();
  const all = [passage('a#0', 'One.'), passage('a#1', 'Two.'), passage('b#0', 'Three.')];
  recordKept({ all, kept: [{ ...all[1]!, score: 0.7 }], why: ({ id }) => `${id} is below the cut` }, run);
  expect(events.filter(({ type }) => type === 'kept')).toMatchObject([{ id: 'a#1', score: 0.7 }]);
  expect(events.filter(({ type }) => type === 'dropped')).toMatchObject([
    { id: 'a#0', reason: 'a#0 is below the cut' },
    { id: 'b#0', reason: 'b#0 is below the cut' },
  ]);
  expect(funnelOf(events)).toMatchObject({ sections: 3, sectionsKept: 1 });
});
