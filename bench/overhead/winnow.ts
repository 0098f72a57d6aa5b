/**
 * Child of the benchmark: one of our pipelines over the sample corpus, every call to model, search engine and page
 * delayed. Argument: its name.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../../src/core/clock.js';
import type { Parts, PipelineDefinition } from '../../src/core/parts.js';
import { runPipeline } from '../../src/core/pipeline.js';
import { createCalls } from '../../src/engine/calls/index.js';
import { callsSchema } from '../../src/engine/config/calls.js';
import { configSchema } from '../../src/engine/config.js';
import { openOwnDocuments } from '../../src/engine/own-documents.js';
import { BUILT_IN_PIPELINES } from '../../src/engine/pipelines.js';
import { fittingModel } from '../../src/testing/fitting-model.js';
import { createGate } from './rounds.js';
import {
  AT_ONCE_QUESTIONS,
  CALL_MS,
  hashEmbedder,
  median,
  readQuestions,
  SLOW_QUESTIONS,
  WARM_UP,
  wait,
} from './setting.js';

const definition = BUILT_IN_PIPELINES.find(({ name }) => name === process.argv[2]) as PipelineDefinition;
const questions = readQuestions();
const config = configSchema.parse({});
const calls = createCalls({
  config: { calls: callsSchema.parse({ cache: { enabled: false } }) },
  dataDirectory: mkdtempSync(join(tmpdir(), 'winnow-overhead-')),
  environment: {},
});
const local = { embedder: hashEmbedder };
const own = await openOwnDocuments(config, { local, signal: new AbortController().signal });
const retriever = await own.retriever;

type Counts = { model: number; all: number };

/** Parts whose calls wait as told, inside our bounds; one's own index is in-process and does not. */
function delayed(pause: () => Promise<void>, counts: Counts): Parts {
  const outside = async () => {
    counts.all += 1;
    await pause();
  };
  const model = fittingModel({
    before: () => {
      counts.model += 1;
      return outside();
    },
  });
  const search = {
    ...own.search,
    search: (async (...call) => outside().then(() => own.search.search(...call))) as typeof own.search.search,
  };
  const fetcher = {
    ...own.fetcher,
    fetch: (async (...call) => outside().then(() => own.fetcher.fetch(...call))) as typeof own.fetcher.fetch,
  };
  const bound = calls.bound({ models: { small: model, large: model, judge: model }, search, fetcher });
  return calls.recorded({ ...bound, local, retriever });
}

async function ask(pipeline: ReturnType<PipelineDefinition['create']>, text: string): Promise<number> {
  const question = { text, askedAt: '2026-01-01T00:00:00.000Z' };
  const startedMs = systemClock.monotonicMs();
  const timeoutMs = 120_000;
  await calls.perform({ question, pipeline: pipeline.name, timeoutMs }, (started) =>
    runPipeline(pipeline, started.question, { ...started, timeoutMs }),
  );
  return systemClock.monotonicMs() - startedMs;
}

/** The options with every limit on concurrency as high as it goes. */
function unlimited(): unknown {
  const { properties = {} } = z.toJSONSchema(definition.options, { io: 'input' }) as {
    properties?: Record<string, { maximum?: number }>;
  };
  const lifted = Object.entries(properties).flatMap(([name, { maximum }]) =>
    /concurrency/i.test(name) ? [[name, maximum ?? 64]] : [],
  );
  return definition.options.parse(Object.fromEntries(lifted));
}

const atOnce: Counts = { model: 0, all: 0 };
const quick = definition.create(
  delayed(() => wait(0), atOnce),
  definition.options.parse({}),
);
for (const text of questions.slice(0, WARM_UP)) await ask(quick, text);
Object.assign(atOnce, { model: 0, all: 0 });
const times: number[] = [];
for (const text of questions.slice(0, AT_ONCE_QUESTIONS)) times.push(await ask(quick, text));

const gate = createGate();
const held = definition.create(delayed(gate.pass, { model: 0, all: 0 }), unlimited());
const slowCounts: Counts = { model: 0, all: 0 };
const slow = definition.create(
  delayed(() => wait(CALL_MS), slowCounts),
  definition.options.parse({}),
);
const ratios: number[] = [];
const walls: number[] = [];
const chains: number[] = [];
for (const text of questions.slice(0, SLOW_QUESTIONS)) {
  const rounds: number[] = [];
  for (let repeat = 0; repeat < 2; repeat += 1) {
    gate.reset();
    await ask(held, text);
    rounds.push(gate.rounds());
  }
  const chain = Math.min(...rounds); // a pause of the machine may split a round, nothing joins two
  const wallMs = await ask(slow, text);
  chains.push(chain);
  walls.push(wallMs);
  if (chain > 0) ratios.push(wallMs / (chain * CALL_MS));
}
console.log(
  JSON.stringify({
    name: definition.name,
    modelCalls: slowCounts.model / SLOW_QUESTIONS,
    calls: slowCounts.all / SLOW_QUESTIONS,
    atOnceMs: median(times),
    perCallMs: (median(times) * AT_ONCE_QUESTIONS) / Math.max(1, atOnce.all),
    chain: median(chains),
    wallMs: median(walls),
    ratio: median(ratios),
    megabytes: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
