/**
 * ChunkRAG measured, without a language model. `calls`: three model calls a chunk against batches, by a scripted model
 * whose scores depend on the chunks it is shown. `figures`: the paper's Figures 3 and 4 (what redundancy filtering
 * removes, how alike chunks are before and after) and Table 3.
 *   node bench/run.mjs chunk-rag calls [questions]
 *   node bench/run.mjs chunk-rag figures FOLDER [questions]      a folder with questions.jsonl and its documents; prints a line of JSON
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Outcome, Passage, Question } from '../src/core/data.js';
import { definePipeline, type Parts } from '../src/core/parts.js';
import { pipeline } from '../src/core/pipeline.js';
import type { ChatRequest } from '../src/core/ports.js';
import type { Run } from '../src/core/run.js';
import type { TraceEvent } from '../src/core/trace.js';
import { createEngine, type Engine } from '../src/engine/index.js';
import { cosines, vectorsOf } from '../src/pipelines/chunk-rag/chunks.js';
import { chunkGathering } from '../src/pipelines/chunk-rag/index.js';
import { chunkRagOptions } from '../src/pipelines/chunk-rag/options.js';
import { rerankLogits } from '../src/stages/rerank-logits.js';
import { contextual } from '../src/stages/select-sections.js';
import { respondingModel } from '../src/testing/index.js';
import { coverage } from '../src/text/lexical.js';
import { contentWords } from '../src/text/question.js';
import { seededRandom } from '../src/text/random.js';
import { byVectors, distinct, meanSimilarity } from '../src/text/redundancy.js';
import { terms } from '../src/text/terms.js';

type Row = {
  readonly id: string;
  readonly question: string;
  readonly split?: string;
  readonly gold_urls?: string[];
  readonly gold_doc_ids?: string[];
};

const SAMPLE = fileURLToPath(new URL('../corpus', import.meta.url));
const rowsOf = (folder: string): Row[] =>
  readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const rounded = (value: number) => Number(value.toFixed(4));

async function eventsOf(
  engine: Engine,
  question: string,
  options: Record<string, unknown> = {},
): Promise<TraceEvent[]> {
  const asking = engine.ask(question, { pipeline: 'chunk-rag', options });
  const events: TraceEvent[] = [];
  for await (const event of asking) events.push(event);
  await asking;
  return events;
}

// ---- Three calls a chunk, or batches
// ------------------------------------------------------------------------------------------------------------

/**
 * Share of the question's words, and a little noise that belongs to the chunk. `contrast` draws the score away from the
 * mean of what is shown with it, as models do that compare rather than judge; alone a chunk has nothing to be compared
 * with.
 */
function scriptedScores({ messages }: ChatRequest, contrast: number): string {
  const said = messages[1]?.content ?? '';
  const question = /^Question: (.*)$/m.exec(said)?.[1] ?? '';
  const chunks = [...said.matchAll(/^<<page \w+>>\n([\s\S]*?)\n<<end/gm)].map(([, text]) => text as string);
  const own = chunks.map(
    (text) => 0.8 * coverage(terms(contentWords(question).join(' ')), text) + 0.2 * seededRandom(text)(),
  );
  const shown = mean(own);
  const scores = own.map((value, at) => ({
    chunk: at + 1,
    score: Number(Math.min(1, Math.max(0, value + contrast * (value - shown))).toFixed(2)),
  }));
  return JSON.stringify({ scores });
}

type Measured = { calls: number; tokens: number; scores: Map<string, number>; kept: Set<string> };

function measuredOf(events: readonly TraceEvent[]): Measured {
  const calls = events.filter((event) => event.type === 'model-call');
  const scores = events.flatMap((event) => (event.type === 'scores' ? event.scores : []));
  const kept = events.flatMap((event) => (event.type === 'kept' ? [event.id] : []));
  return {
    calls: calls.length,
    tokens: calls.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    scores: new Map(scores.map(({ id, score }) => [id, score])),
    kept: new Set(kept),
  };
}

async function measureCalls(count: number): Promise<void> {
  const asked = rowsOf(SAMPLE)
    .filter(({ split }) => split === 'tune')
    .slice(0, count);
  for (const contrast of [0, 0.25, 0.5]) {
    const model = respondingModel((request) => {
      const system = request.messages[0]?.content ?? '';
      if (system.startsWith('You turn questions'))
        return (request.messages[1]?.content ?? '').replace(/^Question: |\s+Query:$/g, '');
      return system.startsWith('You answer questions') ? 'NO ANSWER IN THE SOURCES' : scriptedScores(request, contrast);
    });
    const engine = createEngine({ models: { small: model, large: model }, environment: {} });
    await engine.prepare();
    const pairs: { one: Measured; many: Measured }[] = [];
    for (const { question } of asked)
      pairs.push({
        one: measuredOf(await eventsOf(engine, question, { scoring: 'per-chunk' })),
        many: measuredOf(await eventsOf(engine, question)),
      });
    await engine.close();
    console.log(JSON.stringify({ contrast, questions: pairs.length, ...comparisonOf(pairs) }));
  }
}

function comparisonOf(pairs: readonly { one: Measured; many: Measured }[]) {
  const ids = ({ one }: { one: Measured }) => [...one.scores.keys()];
  const same = pairs.map((pair) =>
    mean(ids(pair).map((id) => Number(pair.one.kept.has(id) === pair.many.kept.has(id)))),
  );
  const apart = pairs.map((pair) =>
    mean(ids(pair).map((id) => Math.abs((pair.one.scores.get(id) ?? 0) - (pair.many.scores.get(id) ?? 0)))),
  );
  const overlap = pairs.map(
    ({ one, many }) =>
      [...one.kept].filter((id) => many.kept.has(id)).length / new Set([...one.kept, ...many.kept]).size,
  );
  const of = (name: 'calls' | 'tokens', way: 'one' | 'many') => rounded(mean(pairs.map((pair) => pair[way][name])));
  return {
    chunks: rounded(mean(pairs.map((pair) => ids(pair).length))),
    calls: { perChunk: of('calls', 'one'), batched: of('calls', 'many') },
    tokens: { perChunk: of('tokens', 'one'), batched: of('tokens', 'many') },
    sameVerdict: rounded(mean(same)),
    overlapOfKept: rounded(mean(overlap)),
    scoresApart: rounded(mean(apart)),
  };
}

// ---- Figures 3 and 4, Table 3
// -------------------------------------------------------------------------------------------------------------------

const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9];
const SHOWN_TO_WRITER = 10;

type Filtered = { removed: number; of: number; words: number; alike: number | null; toQuery: number };
type Retrieved = { relevance: number; cosine: number; gold: number };
type Figures = { before: Omit<Filtered, 'removed'>; after: Map<number, Filtered>; naive: Retrieved; chunks: Retrieved };

const wordsIn = ({ text }: Passage) => text.split(/\s+/).length;

async function judged(
  passages: readonly Passage[],
  { question, gold }: { question: Question; gold: ReadonlySet<string> },
  { parts, run }: { parts: Parts; run: Run },
): Promise<Retrieved> {
  const { local } = parts;
  const logits = (await rerankLogits({ query: question.text, texts: passages.map(contextual) }, local, run)) ?? [];
  const alike = (await cosines(question.text, passages, { embedder: local.embedder, run })) ?? [];
  const isGold = ({ source }: Passage) => Number(gold.has(source.url) || gold.has(source.id));
  return {
    relevance: mean(logits.map((logit) => 1 / (1 + Math.exp(-logit)))),
    cosine: mean(alike),
    gold: mean(passages.map(isGold)),
  };
}

async function measureOne(
  question: Question,
  { parts, run, gold, kept }: { parts: Parts; run: Run; gold: ReadonlySet<string>; kept: ReadonlySet<string> },
): Promise<Figures> {
  const { embedder } = parts.local;
  if (!embedder) throw new Error('the figures need an embedder');
  const { query, chunks } = await chunkGathering(parts, chunkRagOptions.parse({})).gather(question, run);
  const similarity = byVectors(await vectorsOf(chunks, { embedder, run }));
  const toQuery = (await cosines(query, chunks, { embedder, run })) ?? [];
  const about = (places: readonly number[]) => ({
    of: chunks.length,
    words: mean(places.map((at) => wordsIn(chunks[at] as Passage))),
    alike: meanSimilarity(places, similarity),
    toQuery: mean(places.map((at) => toQuery[at] as number)),
  });
  const after = THRESHOLDS.map((threshold) => {
    const { kept: places, repeated } = distinct(chunks.length, similarity, threshold);
    return [threshold, { removed: repeated.length, ...about(places) }] as const;
  });
  const search = { limit: SHOWN_TO_WRITER, mode: 'dense', signal: run.signal } as const;
  const { passages } = await parts.retriever.retrieve(question.text, search);
  return {
    before: about(chunks.map((_, at) => at)),
    after: new Map(after),
    naive: await judged(passages, { question, gold }, { parts, run }),
    chunks: await judged(
      chunks.filter(({ id }) => kept.has(id)),
      { question, gold },
      { parts, run },
    ),
  };
}

async function measureFigures(folder: string, count: number): Promise<void> {
  const measured: Figures[] = [];
  let current: { gold: ReadonlySet<string>; kept: ReadonlySet<string> } = { gold: new Set(), kept: new Set() };
  const nothing: Outcome = { answer: { status: 'abstained', text: '', claims: [] }, sources: [] };
  const measuring = definePipeline({
    name: 'measuring',
    summary: 'the figures of the paper',
    options: z.object({}),
    create: (parts) =>
      pipeline('measuring', 'arXiv:2410.19572', async (question, run) => {
        measured.push(await measureOne(question, { parts, run, ...current }));
        return nothing;
      }),
  });
  const engine = createEngine({
    config: { docs: folder, limits: { timeoutMs: 600_000 } },
    pipelines: [measuring],
    environment: {},
  });
  await engine.prepare();
  for (const { question, gold_urls, gold_doc_ids } of rowsOf(folder).slice(0, count)) {
    const { kept } = measuredOf(await eventsOf(engine, question));
    current = { gold: new Set([...(gold_urls ?? []), ...(gold_doc_ids ?? [])]), kept };
    if (current.gold.size > 0) await engine.ask(question, { pipeline: 'measuring' });
  }
  await engine.close();
  console.log(JSON.stringify(summaryOf(measured)));
}

function summaryOf(measured: readonly Figures[]) {
  const over = (value: (figures: Figures) => number | null | undefined) =>
    rounded(mean(measured.map(value).filter((one) => one !== null && one !== undefined)));
  const redundancy = THRESHOLDS.map((threshold) => ({
    threshold,
    removedShare: rounded(
      measured.reduce((sum, { after }) => sum + (after.get(threshold)?.removed ?? 0), 0) /
        measured.reduce((sum, { before }) => sum + before.of, 0),
    ),
    words: over(({ after }) => after.get(threshold)?.words),
    similarityAfter: over(({ after }) => after.get(threshold)?.alike),
    toQueryAfter: over(({ after }) => after.get(threshold)?.toQuery),
  }));
  const retriever = (name: 'naive' | 'chunks') => ({
    relevance: over((figures) => figures[name].relevance),
    cosine: over((figures) => figures[name].cosine),
    gold: over((figures) => figures[name].gold),
  });
  return {
    questions: measured.length,
    chunks: over(({ before }) => before.of),
    similarityBefore: over(({ before }) => before.alike),
    toQueryBefore: over(({ before }) => before.toQuery),
    redundancy,
    naive: retriever('naive'),
    chunkRag: retriever('chunks'),
  };
}

const [what = '', first = '', second] = process.argv.slice(2);
if (what === 'calls') await measureCalls(Number(first || 20));
else if (what === 'figures' && first) await measureFigures(first, Number(second ?? Number.POSITIVE_INFINITY));
else {
  console.error('node bench/run.mjs chunk-rag calls [questions] | figures FOLDER [questions]');
  process.exit(2);
}
process.exit(0);
