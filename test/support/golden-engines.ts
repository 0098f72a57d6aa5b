/** Engines over the sample corpus with a data directory of their own, closed and removed when the test file is done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Parts } from '../../src/core/parts.js';
import type { ChatModels } from '../../src/core/ports.js';
import type { ConfigInput } from '../../src/engine/config.js';
import { createEngine, type Engine, type EngineInput } from '../../src/engine/index.js';
import { withChecks } from './script.js';

export type GoldenEngines = {
  /**
   * As a stranger first meets it, with our small models and no language model; the corpus is indexed before the tests
   * of the block.
   */
  readonly plain: () => Engine;
  /**
   * The corpus is searched by words alone and every sentence is found supported: what is tested is the way through the
   * pipeline.
   */
  readonly scripted: (models: ChatModels) => Engine;
};

/** A scripted model is to be believed, as the papers believe theirs. */
const TRUSTING = { 'hifi-rag': { keepBest: 0, reasons: true }, 'chunk-rag': { keepBest: 0 }, 'g-rag': { keepBest: 0 } };

export function goldenEngines(config: ConfigInput = {}): GoldenEngines {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'winnow-golden-'));
  const engines: Engine[] = [];
  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    rmSync(dataDirectory, { recursive: true });
  });
  const open = (parts: EngineInput, more: ConfigInput = {}) => {
    const engine = createEngine({ ...parts, config: { ...more, ...config, dataDirectory }, environment: {} });
    engines.push(engine);
    return engine;
  };
  let reading: Promise<Parts> | undefined;
  /** The corpus is read once for all scripted engines. */
  const byWords = (): Promise<Parts> => {
    reading ??= open({ local: {} }).perform(
      { name: 'parts', question: { text: '', askedAt: '' } },
      async ({ parts }) => parts,
    );
    return reading;
  };
  const shared: Pick<Parts, 'search' | 'fetcher' | 'retriever'> = {
    search: { name: 'sample', search: async (query, options) => (await byWords()).search.search(query, options) },
    fetcher: { name: 'sample', fetch: async (url, options) => (await byWords()).fetcher.fetch(url, options) },
    retriever: {
      name: 'sample',
      retrieve: async (query, options) => (await byWords()).retriever.retrieve(query, options),
    },
  };
  return {
    plain: () => {
      const engine = open({});
      beforeAll(async () => void (await engine.prepare()), 600_000);
      return engine;
    },
    scripted: (models) => open({ ...shared, models: withChecks(models), local: {} }, { pipelines: TRUSTING }),
  };
}
