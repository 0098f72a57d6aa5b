/**
 * Does LevelRAG find all that a multi-hop question needs, and with how many calls and searches? On MuSiQue-train100
 * with a model that is an oracle (see level-rag/oracle.ts), against plain BM25 and against what the public code does;
 * and without any model, by the rules that take questions apart. Prints one JSON object a line; --misses shows the
 * plans that did not find everything. WINNOW_DATA=<folder> node bench/run.mjs level-rag-oracle [--rules [--dense]]
 * [--only=<part of a label>] [--misses]
 */
import { join } from 'node:path';
import type { PlanStep } from '../src/core/data.js';
import { runPipeline } from '../src/core/pipeline.js';
import type { ChatModels, LocalModels, Retriever } from '../src/core/ports.js';
import type { TraceEvent } from '../src/core/trace.js';
import { levelRag } from '../src/pipelines/level-rag/index.js';
import { levelRagOptions } from '../src/pipelines/level-rag/options.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { question as asking, fakeWeb } from '../src/testing/index.js';
import { filledSteps, goldOf, type MultiHop, readSet, retrieverOver } from './level-rag/musique.js';
import { oracleFor } from './level-rag/oracle.js';

const flag = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const folder = join(process.env.WINNOW_DATA ?? '', 'musique-train100');
const { paragraphs, questions } = readSet(folder);
const byId = new Map(paragraphs.map((paragraph) => [paragraph.id, paragraph]));
const { signal } = new AbortController();
const DOCUMENTS = 10;

const share = (count: number): number => Number(((100 * count) / questions.length).toFixed(1));
const percentile = (values: readonly number[], at: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor(at * (values.length - 1))] ?? 0;
const mean = (values: readonly number[]): number =>
  Number((values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(2));
const spread = (values: readonly number[]) => ({
  mean: mean(values),
  median: percentile(values, 0.5),
  worst: Math.max(0, ...values),
});
const hasAll = (found: ReadonlySet<string>, { gold_doc_ids }: MultiHop): boolean =>
  gold_doc_ids.every((id) => found.has(id));

async function plainBm25(retriever: Retriever, queriesOf: (multiHop: MultiHop) => readonly string[]): Promise<number> {
  let complete = 0;
  for (const multiHop of questions) {
    const found = new Set<string>();
    for (const query of queriesOf(multiHop)) {
      const { passages } = await retriever.retrieve(query, { limit: DOCUMENTS, mode: 'sparse', signal });
      for (const { source } of passages) found.add(source.id);
    }
    if (hasAll(found, multiHop)) complete += 1;
  }
  return share(complete);
}

type Setting = {
  readonly label: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly retriever: Retriever;
  readonly local: LocalModels;
  readonly oracle: boolean;
};

async function measure({ label, options, retriever, local, oracle }: Setting) {
  const [kept, seen]: [string[], string[]] = [[], []];
  const [calls, searches, callsPerStep, searchesPerStep, ms]: number[][] = [[], [], [], [], []];
  let correct = 0;
  for (const multiHop of questions) {
    const models: ChatModels = oracle ? both(oracleFor(multiHop, goldOf(multiHop, byId)).model) : {};
    const events: TraceEvent[] = [];
    const built = levelRag(
      { ...fakeWeb([]), models, local, retriever },
      levelRagOptions.parse({ documents: DOCUMENTS, ...options }),
    );
    const result = await runPipeline(built, asking(multiHop.question), { onEvent: (event) => events.push(event) });
    const plan = result.plan ?? [];
    if (hasAll(new Set(plan.flatMap(({ found }) => found.map(({ url }) => url))), multiHop)) kept.push(multiHop.id);
    if (hasAll(new Set(events.flatMap((event) => (event.type === 'found' ? event.urls : []))), multiHop))
      seen.push(multiHop.id);
    const asked = events.filter((event) => event.type === 'model-call');
    const inSearcher = asked.filter(({ stage }) => stage === 'search-sparse' || stage === 'explore-question').length;
    calls?.push(asked.length);
    searches?.push(events.filter(({ type }) => type === 'query').length);
    callsPerStep?.push(inSearcher / Math.max(1, plan.filter(({ queries }) => queries.length > 0).length));
    for (const { queries } of plan) if (queries.length > 0) searchesPerStep?.push(queries.length);
    ms?.push(result.usage.ms);
    const text = result.answer.status === 'answered' ? result.answer.text.toLowerCase() : '';
    if (multiHop.answers.some((answer) => text.includes(answer.toLowerCase()))) correct += 1;
    if (process.argv.includes('--misses') && !kept.includes(multiHop.id)) showMiss(multiHop, plan);
  }
  return {
    way: label,
    'all gold in what was kept, %': share(kept.length),
    'all gold in any search, %': share(seen.length),
    'answer contains gold, %': share(correct),
    'calls a question': spread(calls ?? []),
    'searches a question': spread(searches ?? []),
    'searcher calls a step': spread(callsPerStep ?? []),
    'searches a step': spread(searchesPerStep ?? []),
    'ms a question': mean(ms ?? []),
  };
}

function showMiss({ id, gold_doc_ids }: MultiHop, plan: readonly PlanStep[]): void {
  const found = new Set(plan.flatMap((step) => step.found.map(({ url }) => url)));
  const missing = gold_doc_ids.filter((gold) => !found.has(gold)).map((gold) => byId.get(gold)?.title);
  console.error(
    JSON.stringify(
      {
        id,
        missing,
        steps: plan.map(({ question, queries, answer, stopped }) => ({ question, queries, answer, stopped })),
      },
      null,
      1,
    ),
  );
}

const both = (model: NonNullable<ChatModels['small']>): ChatModels => ({ small: model, large: model });

const isWanted = (label: string): boolean => label.includes(flag('only') ?? '');
const words = await retrieverOver(paragraphs);
const sparse = { searchers: ['sparse'] };

/** Without a model. The reader fills in the answers; vectors are made only for the setting that searches by meaning. */
async function settingsByRule(): Promise<Setting[]> {
  const local = createLocalModels(['embedder', 'reranker', 'verifier', 'reader']);
  const common = { retriever: words, local: { ...(local.reader && { reader: local.reader }) }, oracle: false };
  const dense = 'rules, all local models, sparse and dense';
  return [
    { ...common, label: 'rules, undivided, sparse', options: { ...sparse, decompose: false } },
    { ...common, label: 'rules, sparse, no refinement', options: { ...sparse, refinements: 0 } },
    { ...common, label: 'rules, sparse', options: sparse },
    ...(isWanted(dense) && process.argv.includes('--dense')
      ? [
          {
            retriever: await retrieverOver(paragraphs, local.embedder),
            local,
            oracle: false,
            label: dense,
            options: { searchers: ['sparse', 'dense'] },
          },
        ]
      : []),
  ];
}

function settingsByOracle(): Setting[] {
  const common = { retriever: words, local: {}, oracle: true };
  const depths = [0, 1, 2, 3];
  return [
    ...depths.map((refinements) => ({
      ...common,
      label: `oracle, paper mode, ${refinements} refinements`,
      options: { ...sparse, refinements },
    })),
    { ...common, label: 'oracle, repo mode, 3 refinements', options: { ...sparse, sparse: 'repo' } },
  ];
}

console.log(JSON.stringify({ questions: questions.length, paragraphs: paragraphs.length }));
console.log(
  JSON.stringify({
    way: 'BM25, undivided question',
    'all gold, %': await plainBm25(words, ({ question }) => [question]),
  }),
);
console.log(JSON.stringify({ way: 'BM25, gold decomposition', 'all gold, %': await plainBm25(words, filledSteps) }));
const settings = process.argv.includes('--rules') ? await settingsByRule() : settingsByOracle();
for (const setting of settings) if (isWanted(setting.label)) console.log(JSON.stringify(await measure(setting)));
