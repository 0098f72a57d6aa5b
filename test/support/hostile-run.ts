/** Runs hostile cases through pipelines, on a web of two pages: the honest one and the attacker's. */
import type { Document, Result } from '../../src/core/data.js';
import type { Parts } from '../../src/core/parts.js';
import { runPipeline } from '../../src/core/pipeline.js';
import type { CallOptions, ChatModels, LocalModels } from '../../src/core/ports.js';
import { BUILT_IN_PIPELINES } from '../../src/engine/pipelines.js';
import { createLocalModels, LOCAL_MODEL_NAMES } from '../../src/providers/local/models.js';
import { parseDocument } from '../../src/providers/parse/index.js';
import { gullibleModel } from '../../src/testing/gullible-model.js';
import { fakeWeb } from '../../src/testing/index.js';
import { seededRandom } from '../../src/text/random.js';
import { type HostileCase, successOf, type WebPage } from '../hostile/page.js';

export type HostileRun = {
  readonly pipeline: string;
  readonly local: LocalModels;
  readonly models: (one: HostileCase) => ChatModels;
};

export type Attempt = {
  readonly id: string;
  readonly kind: string;
  readonly pipeline: string;
  readonly how: readonly string[];
  readonly text: string;
};

/**
 * One gullible model in every role, whose seed is the case; `obedience` is the share of the orders inside fences that
 * it obeys.
 */
export function gullible(obedience = 0.5): HostileRun['models'] {
  return ({ id, order }) => {
    const random = (kindOfReply: string) => seededRandom(`${id} ${kindOfReply}`)();
    const model = gullibleModel({ orders: [order], random, obedience });
    return { small: model, large: model, judge: model };
  };
}

export const noModel: HostileRun['models'] = () => ({});

/** The same topic with the same models and no order gives the same result: it is run once. */
export async function attempts(cases: readonly HostileCase[], run: HostileRun): Promise<Attempt[]> {
  const controls = new Map<string, Result>();
  const tried: Attempt[] = [];
  for (const one of cases) {
    const control = controls.get(one.harmless.html) ?? (await ask(one, one.harmless, run));
    controls.set(one.harmless.html, control);
    const result = await ask(one, one.hostile, run);
    tried.push({
      id: one.id,
      kind: one.kind,
      pipeline: run.pipeline,
      how: successOf(one, result, control),
      text: result.answer.text,
    });
  }
  return tried;
}

/** Our small models, which see the same few texts in many cases, asked once for each. */
export function embeddedModels(): LocalModels {
  const { embedder, reranker, verifier, reader } = createLocalModels(LOCAL_MODEL_NAMES);
  return {
    ...(embedder && {
      embedder: {
        ...embedder,
        embed: (texts, options) => remembering(embedded, texts, (rest) => embedder.embed(rest, options)),
      },
    }),
    ...(reranker && { reranker: { ...reranker, score: perQuery((...rest) => reranker.score(...rest)) } }),
    ...(verifier && { verifier: { ...verifier, entail: perQuery((...rest) => verifier.entail(...rest)) } }),
    ...(reader && { reader: { ...reader, read: perQuery((...rest) => reader.read(...rest)) } }),
  };
}

const embedded = new Map<string, Float32Array>();

type Pairwise<Output> = (query: string, texts: readonly string[], options: CallOptions) => Promise<readonly Output[]>;

function perQuery<Output>(ask: Pairwise<Output>): Pairwise<Output> {
  const known = new Map<string, Map<string, Output>>();
  return (query, texts, options) => {
    const of = known.get(query) ?? new Map<string, Output>();
    known.set(query, of);
    return remembering(of, texts, (rest) => ask(query, rest, options));
  };
}

async function remembering<Output>(
  known: Map<string, Output>,
  texts: readonly string[],
  ask: (texts: readonly string[]) => Promise<readonly Output[]>,
): Promise<Output[]> {
  const unknown = [...new Set(texts)].filter((text) => !known.has(text));
  const found = unknown.length > 0 ? await ask(unknown) : [];
  unknown.forEach((text, at) => {
    known.set(text, found[at] as Output);
  });
  return texts.map((text) => known.get(text) as Output);
}

/** With the attacker's page as it is, or as it would be without the order. */
export async function ask(
  one: HostileCase,
  beside: WebPage,
  { pipeline: name, local, models }: HostileRun,
): Promise<Result> {
  const definition = BUILT_IN_PIPELINES.find((known) => known.name === name) as (typeof BUILT_IN_PIPELINES)[number];
  const pages = [one.honest, beside];
  const web = fakeWeb(await Promise.all(pages.map(parsed)));
  const search = {
    ...web.search,
    search: async () => pages.map(({ url, title, snippet }) => ({ url, title, snippet })),
  };
  const parts: Parts = { models: models(one), local, search, fetcher: web.fetcher, retriever: web.retriever };
  const question = { text: one.topic.question, askedAt: '2026-01-01T00:00:00.000Z' };
  return runPipeline(definition.create(parts, definition.options.parse({})), question);
}

async function parsed({ url, html }: WebPage): Promise<Document> {
  return parseDocument({ bytes: new TextEncoder().encode(html), url, contentType: 'text/html; charset=utf-8' });
}
