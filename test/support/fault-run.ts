/** Questions asked of a pipeline whose outbound calls fail at a given rate, and how each of them ended. */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Document } from '../../src/core/data.js';
import { WinnowError } from '../../src/core/errors.js';
import type { Parts, PipelineDefinition } from '../../src/core/parts.js';
import { runPipeline } from '../../src/core/pipeline.js';
import type { Calls } from '../../src/engine/calls/index.js';
import type { callsSchema } from '../../src/engine/config/calls.js';
import { configSchema } from '../../src/engine/config.js';
import { openOwnDocuments } from '../../src/engine/own-documents.js';
import { withFaults } from '../../src/testing/faults.js';
import { fittingModel } from '../../src/testing/fitting-model.js';
import { seededRandom } from '../../src/text/random.js';
import { callsOf } from './calls.js';
import { wrongCitations } from './citations.js';

export type FaultRun = {
  readonly definition: PipelineDefinition;
  readonly questions: number;
  readonly rate: number;
  readonly seed: string;
  /** With retries, limits, breaker and timeouts, or with nothing between the pipeline and the faults. */
  readonly isBound: boolean;
  readonly timeoutMs: number;
  readonly concurrency: number;
};

export type FaultReport = {
  /** "answered", "abstained", or the code of the error; "uncoded" should not be. */
  readonly endings: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly cited: number;
  readonly wrong: readonly string[];
  /** Questions that were still open so long after their deadline. */
  readonly late: number;
  readonly uncoded: readonly string[];
};

/** Waits in proportion to the deadline of a fault run, which is milliseconds where a real one is minutes. */
const SHORT: z.input<typeof callsSchema> = {
  cache: { enabled: false },
  retry: { attempts: 4, firstDelayMs: 2, maxDelayMs: 50 },
  breaker: { failures: 8, pauseMs: 30 },
  timeoutMs: { search: 40, fetch: 40, retrieve: 40, embed: 40 },
};

/** How long after its deadline a question may end on a busy machine; what takes longer has hung. */
const GRACE_MS = 2000;

export type Sample = {
  readonly parts: Parts;
  readonly documents: ReadonlyMap<string, Document>;
  readonly questions: readonly string[];
};

/** The sample corpus without any model of this process, and its questions. */
export async function openSample(): Promise<Sample> {
  const signal = new AbortController().signal;
  const own = await openOwnDocuments(configSchema.parse({}), { local: {}, signal });
  const retriever = await own.retriever;
  const lines = readFileSync(new URL('../../corpus/questions.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const questions = lines.map((line) => (JSON.parse(line) as { question: string }).question);
  const hits = await Promise.all(questions.map((question) => own.search.search(question, { limit: 50, signal })));
  const urls = [...new Set(hits.flat().map(({ url }) => url))];
  const pages = await Promise.all(urls.map((url) => own.fetcher.fetch(url, { signal })));
  const model = fittingModel();
  return {
    parts: {
      models: { small: model, large: model, judge: model },
      local: {},
      search: own.search,
      fetcher: own.fetcher,
      retriever,
    },
    documents: new Map(pages.map((page) => [page.url, page])),
    questions,
  };
}

export async function runWithFaults(sample: Sample, run: FaultRun): Promise<FaultReport> {
  const faults: Record<string, number> = {};
  const random = seededRandom(run.seed);
  const calls = callsOf({ settings: SHORT });
  const onFault = (fault: string, port: string) => {
    faults[`${port} ${fault}`] = (faults[`${port} ${fault}`] ?? 0) + 1;
  };
  const report = {
    endings: {} as Record<string, number>,
    calls: 0,
    cited: 0,
    wrong: [] as string[],
    late: 0,
    uncoded: [] as string[],
  };
  const faulty = counted(withFaults(sample.parts, { rate: run.rate, random, onFault }), () => {
    report.calls += 1;
  });
  const parts = run.isBound ? { ...faulty, ...calls.bound(faulty, { models: { large: { timeoutMs: 40 } } }) } : faulty;
  const pipeline = run.definition.create(parts, optionsFor(run.definition));
  let next = 0;
  const worker = async () => {
    while (next < run.questions) {
      const text = sample.questions[next++ % sample.questions.length] as string;
      const ended = await endingOf({ calls, pipeline, text, timeoutMs: run.timeoutMs });
      const name = ended.name;
      report.endings[name] = (report.endings[name] ?? 0) + 1;
      if (ended.name === 'late') report.late += 1;
      if (ended.name === 'uncoded') report.uncoded.push(String(ended.error));
      if (!ended.result) continue;
      report.cited += ended.result.answer.claims.filter(({ sources }) => sources.length > 0).length;
      report.wrong.push(...wrongCitations(ended.result, sample.documents));
    }
  };
  await Promise.all(Array.from({ length: run.concurrency }, worker));
  await calls.close();
  return { ...report, faults };
}

/**
 * Tells of every call that reaches the outside, also of those that fail there. Like a real one, it is not answered in
 * the same turn of the event loop: a process that never waits would never come to its timers, deadlines included.
 */
function counted(parts: Parts, onCall: () => void): Parts {
  const count =
    <Arguments extends unknown[], Output>(call: (...rest: Arguments) => Promise<Output>) =>
    async (...rest: Arguments) => {
      onCall();
      await setImmediate();
      return call(...rest);
    };
  return {
    ...parts,
    models: Object.fromEntries(
      Object.entries(parts.models).map(([role, model]) => [role, { ...model, complete: count(model.complete) }]),
    ),
    search: { ...parts.search, search: count(parts.search.search) },
    fetcher: { ...parts.fetcher, fetch: count(parts.fetcher.fetch) },
    retriever: { ...parts.retriever, retrieve: count(parts.retriever.retrieve) },
  };
}

/** Pages are given up as fast as everything else here. */
function optionsFor({ options }: PipelineDefinition): unknown {
  const quick = options.safeParse({ pageTimeoutMs: 60 });
  return quick.success ? quick.data : options.parse({});
}

type Ending = {
  readonly name: string;
  readonly result?: Awaited<ReturnType<typeof runPipeline>>;
  readonly error?: unknown;
};
type Asking = {
  readonly calls: Calls;
  readonly pipeline: ReturnType<PipelineDefinition['create']>;
  readonly text: string;
  readonly timeoutMs: number;
};

async function endingOf({ calls, pipeline, text, timeoutMs }: Asking): Promise<Ending> {
  const question = { text, askedAt: '2026-01-01T00:00:00.000Z' };
  const asking = calls
    .perform({ question, pipeline: pipeline.name, timeoutMs }, (started) =>
      runPipeline(pipeline, started.question, { ...started, timeoutMs }),
    )
    .then(
      (result): Ending => ({ name: result.answer.status, result }),
      (error: unknown): Ending =>
        error instanceof WinnowError ? { name: error.code, error } : { name: 'uncoded', error },
    );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve({ name: 'late' }), timeoutMs + GRACE_MS);
  });
  return Promise.race([asking, late]).finally(() => clearTimeout(timer));
}
