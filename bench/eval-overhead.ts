/**
 * What an evaluation costs beside the model: the same questions through `evaluate`, rows written as they end, and as a
 * bare loop of the same model calls. The model replies at once. node bench/run.mjs eval-overhead [questions]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/core/clock.js';
import type { ChatRequest } from '../src/core/ports.js';
import { createEngine } from '../src/engine/index.js';
import { evaluate } from '../src/lab/run/evaluate.js';
import type { RunRecord } from '../src/lab/run/record.js';
import { openRunFolder } from '../src/lab/run/run-folder.js';
import { document, fakeWeb, respondingModel } from '../src/testing/index.js';

const QUESTIONS = Number(process.argv[2] ?? 1000);
const PAGES = 10;
const SECTIONS = 8;
const WARM_UP = 50;

const SENTENCE = 'The old bridge was built of sandstone in 1888 and carries two lanes. ';
const pages = Array.from({ length: PAGES }, (_, page) =>
  document(
    `https://a.example/${page}`,
    Array.from({ length: SECTIONS }, (__, at): [string[], string] => [[`Part ${at}`], SENTENCE.repeat(10)]),
  ),
);

const scripted = respondingModel(
  ({ messages, format }) => {
    const shown = messages[0]?.content ?? '';
    if (format.type === 'text') return SENTENCE.trim();
    if (shown.includes('search engine')) return '["old bridge", "bridge built"]';
    if (shown.includes('search results'))
      return JSON.stringify({ keep: pages.slice(0, 5).map(({ url }) => url), drop: [] });
    return '[1, 2]';
  },
  { format: 'schema' },
);
const { requests } = scripted;
const web = fakeWeb(pages);
const engine = createEngine({
  models: { small: scripted, large: scripted },
  local: {},
  search: web.search,
  fetcher: web.fetcher,
});
const questionRows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `q${at}`,
    question: `When was bridge ${at} built?`,
    answers: ['1888'],
    gold: ['https://a.example/0'],
  }));

async function throughEvaluate(count: number): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'winnow-overhead-'));
  const folder = openRunFolder({ folder: join(root, 'run'), record: { seed: 0 } as RunRecord });
  const startedMs = systemClock.monotonicMs();
  await evaluate(
    { engine, rows: questionRows(count), pipelines: [{ label: 'hifi-rag', name: 'hifi-rag' }], maxConcurrency: 8 },
    folder.append,
  );
  const ms = systemClock.monotonicMs() - startedMs;
  folder.close();
  rmSync(root, { recursive: true });
  return ms;
}

async function bareLoop(calls: readonly ChatRequest[]): Promise<number> {
  const bare = respondingModel(() => '[1, 2]');
  const { signal } = new AbortController();
  const startedMs = systemClock.monotonicMs();
  for (const request of calls) await bare.complete(request, { signal });
  return systemClock.monotonicMs() - startedMs;
}

await throughEvaluate(WARM_UP);
const before = requests.length;
const ms = await throughEvaluate(QUESTIONS);
const calls = requests.slice(before);
await bareLoop(calls.slice(0, calls.length / 10));
const bareMs = await bareLoop(calls);
const each = (total: number) => (total / QUESTIONS).toFixed(3);
console.log(`${QUESTIONS} questions, ${calls.length} model calls, node ${process.versions.node}`);
console.log(`evaluate   ${each(ms)} ms per question (search, filters, prompts, citation, scores, trace, row written)`);
console.log(`bare loop  ${each(bareMs)} ms per question (the same model calls alone)`);
console.log(`overhead   ${each(ms - bareMs)} ms per question, ratio ${(ms / bareMs).toFixed(1)}`);
await engine.close();
process.exit(0);
