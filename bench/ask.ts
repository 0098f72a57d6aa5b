/**
 * How long a question takes on the sample corpus with the embedded default, index ready: cold (a new process, from
 * start to exit, beside the start of Node itself) and warm (further questions in one process, beside one pass of the
 * reranker).
 * node bench/run.mjs ask [questions]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { systemClock } from '../src/core/clock.js';
import { createEngine } from '../src/engine/index.js';
import { createLocalModels } from '../src/providers/local/models.js';

const COUNT = Number(process.argv[2] ?? 40);
const COLD_RUNS = 5;
const CLI = new URL('../dist/cli/main.js', import.meta.url).pathname;

const corpus = readFileSync(new URL('../corpus/questions.jsonl', import.meta.url), 'utf8');
const questions = corpus
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { question: string; split: string });
const asked = questions
  .filter(({ split }) => split === 'tune')
  .slice(0, COUNT)
  .map(({ question }) => question);

const timed = async (work: () => unknown): Promise<number> => {
  const startedMs = systemClock.monotonicMs();
  await work();
  return systemClock.monotonicMs() - startedMs;
};
const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number;
const median = (values: readonly number[]) => quantile(values, 0.5);

const engine = createEngine();
await engine.prepare();
const { reranker } = createLocalModels(['reranker']);
const pass = async () =>
  reranker?.score('who opened the bridge', ['The bridge was opened in 1934 by a novelist. '.repeat(8)], {
    signal: AbortSignal.timeout(60_000),
  });
await pass();

const cold: number[] = [];
const start: number[] = [];
for (let run = 0; run < COLD_RUNS; run += 1) {
  cold.push(await timed(() => spawnSync(process.execPath, [CLI, 'ask', '--quiet', asked[run] as string])));
  start.push(await timed(() => spawnSync(process.execPath, ['-e', '0'])));
}
const warm: number[] = [];
const passes: number[] = [];
for (const question of asked) {
  warm.push(await timed(() => engine.ask(question)));
  passes.push(await timed(pass));
}

console.log(
  `cold ask       ${median(cold).toFixed(0)} ms, ${(median(cold) / median(start)).toFixed(1)} times the start of Node (${median(start).toFixed(0)} ms), ${COLD_RUNS} runs`,
);
console.log(
  `warm question  p50 ${median(warm).toFixed(0)} ms, p95 ${quantile(warm, 0.95).toFixed(0)} ms; p50 is ${(median(warm) / median(passes)).toFixed(1)} passes of the reranker (${median(passes).toFixed(1)} ms), ${warm.length} questions`,
);
console.log(`memory         ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB resident`);
await engine.close();
process.exit(0);
