import { expect, test } from 'vitest';
import { createEngine } from '../../engine/index.js';
import { document, fakeWeb } from '../../testing/index.js';
import { standIn } from './estimate.js';
import { evaluate } from './evaluate.js';
import type { EvalRow } from './row.js';

test('with stand-ins every prompt of a pipeline is asked once: no stage is left out, no reply is asked for again', async () => {
  const sections = [
    [['Bridge'], 'The bridge opened in 1888.'],
    [['Ferry'], 'The ferry sails at noon.'],
  ] as const;
  const web = fakeWeb([document('https://a.example/1', sections)]);
  const models = {
    small: standIn({ model: 'tiny', price: { input: 1, output: 1 } }),
    large: standIn({ model: 'big' }),
  };
  const engine = createEngine({ models, local: {}, search: web.search, fetcher: web.fetcher });
  const rows: EvalRow[] = [];
  const asked = { id: '1', question: 'When did the bridge open?', answers: [], gold: [] };
  await evaluate({ engine, rows: [asked], pipelines: [{ label: 'hifi-rag', name: 'hifi-rag' }] }, (row) =>
    rows.push(row),
  );
  const [row] = rows;
  expect(row?.prompts.map((prompt) => prompt.replace(/^.*\/|@.*$/g, ''))).toEqual([
    'cite',
    'draft',
    'queries',
    'refine',
    'screen',
    'sections',
  ]);
  expect(row?.usage).toMatchObject({ calls: 6, costUsd: null, outputTokens: 2 * 150 + 4 * 60 });
});
