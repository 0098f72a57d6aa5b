/**
 * What a question costs on a corpus without a language model: processor time of the main process and of the small
 * models', and how many texts each model read. With --file the answers are written there, so that two versions can be
 * compared line by line.
 * node bench/run.mjs answer-time --corpus NAME --dataDirectory FOLDER --data QUESTIONS [--file ANSWERS] [--most 40]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { LocalModels } from '../src/core/ports.js';
import { createEngine } from '../src/engine/index.js';
import { createLocalModels, LOCAL_MODEL_NAMES } from '../src/providers/local/models.js';
import { childSeconds } from './processor-time.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { corpus: text, dataDirectory: text, data: text, file: text, most: text } });
const { corpus = '', dataDirectory = '', data = '', file, most = '40' } = values;

const counts = new Map<string, { texts: number; characters: number; ms: number }>();

function counted<T>(name: string, texts: readonly string[], work: () => Promise<T>): Promise<T> {
  const before = counts.get(name) ?? { texts: 0, characters: 0, ms: 0 };
  const startedMs = performance.now();
  return work().finally(() =>
    counts.set(name, {
      texts: before.texts + texts.length,
      characters: before.characters + texts.join('').length,
      ms: before.ms + performance.now() - startedMs,
    }),
  );
}

const own = createLocalModels(LOCAL_MODEL_NAMES) as Required<LocalModels>;
const local: LocalModels = {
  embedder: {
    ...own.embedder,
    embed: (texts, options) => counted('embedder', texts, () => own.embedder.embed(texts, options)),
  },
  reranker: {
    ...own.reranker,
    score: (query, texts, o) => counted('reranker', texts, () => own.reranker.score(query, texts, o)),
  },
  verifier: {
    ...own.verifier,
    entail: (claim, texts, o) => counted('verifier', texts, () => own.verifier.entail(claim, texts, o)),
  },
  reader: {
    ...own.reader,
    read: (question, texts, o) => counted('reader', texts, () => own.reader.read(question, texts, o)),
  },
};

const questions = readFileSync(data, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; question: string; split?: string })
  .filter(({ split = 'tune' }) => split === 'tune')
  .slice(0, Number(most));

const engine = createEngine({ config: { corpus, dataDirectory }, local });
await engine.prepare();
await engine.ask('What is this about, and when was it written first?');
counts.clear();
const [main, models, clock, lines]: [number[], number[], number[], string[]] = [[], [], [], []];
for (const { id, question } of questions) {
  const [before, childrenBefore, startedMs] = [process.cpuUsage(), childSeconds(), performance.now()];
  const { answer } = await engine.ask({ text: question, askedAt: '2026-11-15T12:00:00.000Z' });
  clock.push(performance.now() - startedMs);
  const { user, system } = process.cpuUsage(before);
  main.push((user + system) / 1000);
  models.push((childSeconds() - childrenBefore) * 1000);
  lines.push(JSON.stringify({ id, status: answer.status, text: answer.text, claims: answer.claims }));
}
const quantile = (list: readonly number[], share: number) =>
  Math.round(list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0);
const both = main.map((ms, at) => ms + (models[at] as number));
for (const [name, list] of Object.entries({
  'main process': main,
  'small models': models,
  both,
  'on the clock': clock,
}))
  console.log(`${name.padEnd(14)} p50 ${quantile(list, 0.5)} ms  p95 ${quantile(list, 0.95)} ms`);
for (const [name, { texts, characters, ms }] of counts) {
  const [each, length] = [texts / questions.length, characters / texts];
  console.log(
    `${name.padEnd(14)} ${each.toFixed(1)} texts a question of ${length.toFixed(0)} characters, waited ${(ms / questions.length).toFixed(0)} ms`,
  );
}
console.log(`${questions.length} questions, load ${loadavg()[0]?.toFixed(1)}`);
if (file) writeFileSync(file, `${lines.join('\n')}\n`);
await engine.close();
process.exit(0);
