/**
 * What `winnow ablate` says of rows without a language model is true: a row marked as like another gives the same
 * answers, sources and funnels.
 */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createEngine } from '../src/engine/index.js';
import { ABLATED_PIPELINES, ablationOf } from '../src/lab/ablate/rows.js';
import { evaluate } from '../src/lab/run/evaluate.js';
import type { EvalRow } from '../src/lab/run/row.js';
import { openSession } from '../src/lab/run/session.js';

const corpus = fileURLToPath(new URL('../corpus', import.meta.url));
const LOCAL = { embedder: false, reranker: false, verifier: false, reader: false };

test.each(ABLATED_PIPELINES)('%s', { timeout: 120_000 }, async (pipeline) => {
  const { rows: all } = ablationOf(pipeline, { hasModel: false });
  const marked = all.filter(({ as }) => as);
  const chosen = all.filter(({ name, as }) => as || marked.some((row) => row.as?.row === name));
  const pipelines = chosen.map(({ name, options }) => ({ label: name, name: pipeline, options }));
  const session = await openSession({
    config: { local: LOCAL },
    data: corpus,
    every: 31,
    limit: 6,
    pipelines,
    seed: 0,
  });
  const engine = createEngine({ config: session.config, local: {} });
  const seen = new Map<string, string[]>();
  const known = ({ pipeline: _, usage: __, ...row }: EvalRow) => JSON.stringify(row);
  await evaluate(
    { engine, rows: session.rows, pipelines, pageOf: session.pageOf, askedAt: '2026-01-01T00:00:00.000Z' },
    (row) => {
      seen.set(row.pipeline, [...(seen.get(row.pipeline) ?? []), known(row)]);
    },
  );
  await engine.close();
  expect(marked.length).toBeGreaterThan(0);
  for (const { name, as } of marked) expect({ name, rows: seen.get(name) }).toEqual({ name, rows: seen.get(as!.row) });
});
