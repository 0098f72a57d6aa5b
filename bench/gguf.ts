/**
 * Real runs with a small language model from a GGUF file: every pipeline on sample questions, in-process and over HTTP,
 * and how each question ended. What is measured is validity, not quality: an answer whose citations hold, an
 * abstention, or an error with a code. Exits with 1 when a question ended otherwise. Skipped, with a message, where the
 * file or node-llama-cpp is missing (npm install --no-save node-llama-cpp@3).
 * node bench/run.mjs gguf <model.gguf> [--questions 5] [--timeout 300] [--pipelines a,b] [--via in-process,http] [--base-url http://...] [--max-tokens 200] [--json file]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ConfigInput } from '../src/engine/config.js';
import { createEngine } from '../src/engine/index.js';
import { BUILT_IN_PIPELINES } from '../src/engine/pipelines.js';
import { ggufChat } from '../src/providers/chat/gguf.js';
import { openSample } from '../test/support/fault-run.js';
import { type Asked, askOnce } from './gguf/outcome.js';
import { serveChat } from './gguf/server.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string', default: '5' },
    timeout: { type: 'string', default: '300' },
    pipelines: { type: 'string' },
    via: { type: 'string', default: 'in-process,http' },
    'base-url': { type: 'string' },
    'max-tokens': { type: 'string', default: '200' },
    'context-size': { type: 'string', default: '8192' },
    'data-directory': { type: 'string' },
    json: { type: 'string' },
  },
});
const file = positionals[0] === undefined ? '' : resolve(positionals[0]);

const missing = !existsSync(file)
  ? 'there is no model file; "winnow models get smollm2-135m" brings a small one'
  : await import('node-llama-cpp' as string).then(
      () => undefined,
      () => 'node-llama-cpp is not installed; npm install --no-save node-llama-cpp@3',
    );
if (missing !== undefined) {
  console.log(`Skipped: ${missing}.`);
  process.exit(0);
}

/** A fact, a comparison, two hops, another fact; and one that no page answers. */
const IDS = ['q001', 'q082', 'q054', 'q003'];
const lines = readFileSync(new URL('../corpus/questions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const known = new Map(
  lines.map((line) => JSON.parse(line) as { id: string; question: string }).map(({ id, question }) => [id, question]),
);
const [first, ...others] = IDS.map((id) => known.get(id) as string);
const questions = [first as string, 'How many pupils does Brackenholm Grammar School have?', ...others];
const asked = questions.slice(0, Number(values.questions));
const wanted = values.pipelines?.split(',') ?? BUILT_IN_PIPELINES.map(({ name }) => name);
const timeoutMs = Number(values.timeout) * 1000;
/** The reply limit keeps a model that runs in circles from taking all the time there is. */
const extra = {
  threads: 1,
  gpu: false,
  contextSize: Number(values['context-size']),
  maxTokens: Number(values['max-tokens']),
};

/** What a small context holds and a small machine reads in minutes. */
const SMALL = {
  'hifi-rag': { maxPages: 3, contextCharacters: 6000 },
  'chunk-rag': { passages: 3, chunks: 6 },
  'g-rag': { initialDocuments: 6, contextWords: 1000 },
  'level-rag': { documents: 3, maxRounds: 2, maxQuestions: 3, refinements: 1, pseudoDocuments: 1 },
  crag: { passages: 3, strips: 3, maxPages: 2 },
  react: { passages: 3, results: 3, steps: 3 },
  ircot: { paragraphs: 2, maxParagraphs: 4, steps: 3 },
  itrg: { passages: 3, rounds: 2 },
  resp: { passages: 3, rounds: 2 },
  ...Object.fromEntries(
    ['naive-sparse', 'naive-dense', 'naive-hybrid', 'naive-web', 'hyde'].map((name) => [name, { passages: 3 }]),
  ),
};

const dataDirectory = values['data-directory'] ?? mkdtempSync(join(tmpdir(), 'winnow-gguf-'));
const { documents } = await openSample();
const rows: (Asked & { via: string })[] = [];
for (const via of values.via.split(',')) await runVia(via);
if (values['data-directory'] === undefined) rmSync(dataDirectory, { recursive: true });
process.exit(rows.some(({ ending }) => ending === 'NOT VALID') ? 1 : 0);

async function runVia(via: string): Promise<void> {
  const name = basename(file);
  const server =
    via === 'http' && values['base-url'] === undefined
      ? await serveChat(ggufChat({ name, file: () => file, format: 'schema', extra }))
      : undefined;
  const baseUrl = values['base-url'] ?? `http://${server?.host}/v1`;
  const config: ConfigInput =
    via === 'in-process'
      ? { models: { small: { provider: 'gguf', model: file, extra } } }
      : {
          models: { small: { baseUrl, model: name, format: 'schema', timeoutMs } },
          allowPrivateHosts: [new URL(baseUrl).host],
        };
  const engine = createEngine({
    config: { ...config, dataDirectory, pipelines: SMALL },
    environment: {},
  });
  await engine.prepare();
  console.log(
    `\n${name} ${via}, ${asked.length} questions, ${extra.maxTokens} tokens a reply, ${values.timeout} s a question`,
  );
  const own: Asked[] = [];
  for (const question of asked)
    for (const pipeline of wanted) {
      own.push(await askOnce(engine, { pipeline, question, timeoutMs }, documents));
      console.error(lineOf(pipeline, own.slice(-1)));
      if (values.json)
        writeFileSync(values.json, `${JSON.stringify([...rows, ...own.map((row) => ({ ...row, via }))], null, 2)}\n`);
    }
  rows.push(...own.map((row) => ({ ...row, via })));
  for (const pipeline of wanted)
    console.log(
      lineOf(
        pipeline,
        own.filter((row) => row.pipeline === pipeline),
      ),
    );
  await engine.close();
  server?.close();
}

/** "2 cited, 1 abstained" */
function counted(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `${names.filter((other) => other === name).length} ${name}`).join(', ');
}

function lineOf(pipeline: string, own: readonly Asked[]): string {
  const repeated = ([name, count]: readonly [string, number]) => new Array<string>(count).fill(name);
  const problems = own.flatMap((row) => Object.entries(row.problems).flatMap(repeated));
  const fallbacks = own.flatMap((row) =>
    Object.entries(row.fallbacks).flatMap(([stage, { count }]) => repeated([stage, count])),
  );
  const mean = (pick: (row: Asked) => number) => own.reduce((sum, row) => sum + pick(row), 0) / own.length;
  return [
    pipeline.padEnd(13),
    counted(own.map(({ ending }) => ending)),
    `${mean(({ calls }) => calls).toFixed(1)} calls`,
    `${mean(({ seconds }) => seconds).toFixed(0)} s`,
    `replies: ${counted(problems) || 'all read'}`,
    `fallbacks: ${counted(fallbacks) || 'none'}`,
  ].join(' | ');
}
