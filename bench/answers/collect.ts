/**
 * The passages that HiFi-RAG finds without a language model, one question a line, so that ways to choose an answer can
 * be compared without searching again.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Question } from '../../src/core/data.js';
import type { Parts } from '../../src/core/parts.js';
import type { Run } from '../../src/core/run.js';
import { createEngine } from '../../src/engine/index.js';
import { isAnswerable } from '../../src/lab/run/scores.js';
import { openSession } from '../../src/lab/run/session.js';
import { hifiRagOptions } from '../../src/pipelines/hifi-rag/options.js';
import { queriesPrompt, screenPrompt, sectionsPrompt } from '../../src/pipelines/hifi-rag/prompts.js';
import { formulateQueries } from '../../src/stages/formulate-queries.js';
import { readPages } from '../../src/stages/read-pages.js';
import { screenHits } from '../../src/stages/screen-hits.js';
import { searchWeb } from '../../src/stages/search-web.js';
import { type RankedPassage, selectSections } from '../../src/stages/select-sections.js';

export type Collected = {
  readonly set: string;
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly answerable: boolean;
  readonly type?: string;
  readonly split?: string;
  readonly passages: readonly RankedPassage[];
};

export type CollectInput = {
  readonly set: string;
  readonly data: string;
  readonly file: string;
  readonly every: number;
  readonly docs?: string;
  readonly split?: string;
  readonly corpus?: string;
  readonly dataDirectory?: string;
};

export async function collect({
  set,
  data,
  docs,
  file,
  every,
  split,
  corpus,
  dataDirectory,
}: CollectInput): Promise<void> {
  const config = corpus ? { corpus, ...(dataDirectory && { dataDirectory }) } : {};
  const session = await openSession({
    config,
    data,
    docs,
    pipelines: [{ name: 'hifi-rag', label: 'hifi-rag' }],
    seed: 0,
    every,
    split,
  });
  const done = new Set(
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).id)
      : [],
  );
  const engine = createEngine({ config: session.config, local: session.local });
  await engine.prepare();
  for (const row of session.rows) {
    if (done.has(row.id)) continue;
    const question = { text: row.question, askedAt: '2026-11-15T12:00:00.000Z' };
    const line = await engine.perform({ name: 'collect', question }, async ({ parts }, run) =>
      readAll(question, parts, run),
    );
    const { id, answers, type, split: of } = row;
    appendFileSync(
      file,
      `${JSON.stringify({ set, id, question: row.question, answers, answerable: isAnswerable(row, true), type, split: of, ...line })}\n`,
    );
  }
  await engine.close();
}

async function readAll(question: Question, parts: Parts, run: Run) {
  const started = performance.now();
  const passages = await gather(question, parts, run);
  return { ms: Math.round(performance.now() - started), passages };
}

/** As HiFi-RAG does it without a language model. */
async function gather(question: Question, parts: Parts, run: Run): Promise<RankedPassage[]> {
  const options = hifiRagOptions.parse({});
  const { models, local } = parts;
  const queries = await formulateQueries({
    models,
    prompt: queriesPrompt,
    maxQueries: options.maxQueries,
    takesQuestions: parts.search.takesQuestions,
  })(question, run);
  const found = await searchWeb({ engine: parts.search, hitsPerQuery: options.hitsPerQuery })(queries, run);
  const hits = (await screenHits({ models, local, prompt: screenPrompt })({ question, hits: found }, run)).slice(
    0,
    options.maxPages,
  );
  const pages = await readPages({ fetcher: parts.fetcher, ...options })(hits, run);
  return selectSections({ models, local, prompt: sectionsPrompt, by: 'model', keep: options.sectionsKept, ...options })(
    { question, pages },
    run,
  );
}
