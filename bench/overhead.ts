/**
 * What our code costs beside the calls. Calls answer at once: our time per question and per call. Calls take 200 ms:
 * the wall time of each pipeline over its critical path, the longest chain of calls that must wait for each other
 * (bench/overhead/rounds.ts says how it is found). Naive RAG on LangChain.js and LlamaIndex.TS beside ours: same
 * passages, same vectors, same scripted model. Each in a process of its own.
 * node bench/run.mjs overhead [pipeline,...]   Peers: npm install --prefix bench/peers
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BUILT_IN_PIPELINES } from '../src/engine/pipelines.js';

const HIGHEST_RATIO = 1.1;
const wanted = process.argv[2]?.split(',');
const runner = fileURLToPath(new URL('./run.mjs', import.meta.url));

type Measured = {
  readonly name: string;
  readonly modelCalls: number;
  readonly calls: number;
  readonly atOnceMs: number;
  readonly perCallMs?: number;
  readonly chain?: number;
  readonly wallMs: number;
  readonly ratio?: number;
  readonly megabytes: number;
};

function measure(child: string, name: string): Measured | undefined {
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner, `overhead/${child}`, name], {
    encoding: 'utf8',
  });
  if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1) as string) as Measured;
  console.error(`${name}: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
  return undefined;
}

const figure = (value: number | undefined, digits: number) =>
  (value === undefined ? '-' : value.toFixed(digits)).padStart(9);

function print({ name, modelCalls, calls, atOnceMs, perCallMs, chain, wallMs, ratio, megabytes }: Measured): void {
  const columns = [
    figure(modelCalls, 1),
    figure(calls, 1),
    figure(atOnceMs, 2),
    figure(perCallMs, 2),
    figure(chain, 0),
  ];
  console.log(`${name.padEnd(14)}${[...columns, figure(wallMs, 0), figure(ratio, 3), figure(megabytes, 0)].join('')}`);
}

const heads = ['models', 'calls', '0 ms', 'per call', 'chain', '200 ms', 'ratio', 'MB'];
console.log(
  `${'per question'.padEnd(14)}${heads.map((head) => head.padStart(9)).join('')}   node ${process.versions.node}`,
);
const over: string[] = [];
for (const { name } of BUILT_IN_PIPELINES.filter((definition) => !wanted || wanted.includes(definition.name))) {
  const measured = measure('winnow', name);
  if (measured) print(measured);
  if ((measured?.ratio ?? 0) > HIGHEST_RATIO) over.push(name);
}
if (existsSync(new URL('./peers/node_modules', import.meta.url))) {
  for (const name of ['langchain', 'llamaindex']) {
    const measured = measure('peer', name);
    if (measured) print(measured);
  }
} else console.log('peers are not installed: npm install --prefix bench/peers');
console.log(
  over.length === 0
    ? `all at most ${HIGHEST_RATIO} of their critical path`
    : `above ${HIGHEST_RATIO}: ${over.join(', ')}`,
);
process.exit(over.length === 0 ? 0 : 1);
