import { expect, test } from 'vitest';
import { HIFI_RAG_EFFORTS } from '../pipelines/hifi-rag/options.js';
import { BUILT_IN_PIPELINES, resolvePipeline } from './pipelines.js';

const optionsOf = (options: Record<string, unknown>, configured: Record<string, unknown> = {}) =>
  resolvePipeline(
    { pipelines: BUILT_IN_PIPELINES, config: { pipelines: { 'hifi-rag': configured } } },
    { name: 'hifi-rag', options },
  ).options;

test('an effort sets other defaults; what is given or configured wins', () => {
  expect(optionsOf({})).toMatchObject({ effort: 'normal', maxPages: 20, refine: true });
  expect(optionsOf({ effort: 'low' })).toMatchObject({ effort: 'low', ...HIFI_RAG_EFFORTS.low });
  expect(optionsOf({ effort: 'high', maxPages: 7 })).toMatchObject({ ...HIFI_RAG_EFFORTS.high, maxPages: 7 });
  expect(optionsOf({ effort: 'low' }, { refine: true })).toMatchObject({ ...HIFI_RAG_EFFORTS.low, refine: true });
  expect(optionsOf({}, { effort: 'low' })).toMatchObject(HIFI_RAG_EFFORTS.low);
});

test('an effort that is not known is refused, and so is one of a pipeline that has none', () => {
  expect(() => optionsOf({ effort: 'constructor' })).toThrow('"effort" must be one of "low", "normal", "high".');
  const naive = { name: 'naive-sparse', options: { effort: 'low' } };
  expect(() => resolvePipeline({ pipelines: BUILT_IN_PIPELINES, config: { pipelines: {} } }, naive)).toThrow(
    'There is no "effort"',
  );
});
