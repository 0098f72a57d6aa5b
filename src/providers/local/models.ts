/** The four small models of our own that run in-process (see models/<name>/CARD.md). Each loads on first use and can be switched off. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Embedder, LocalModels, Reader, Reranker, Span, Verifier } from '../../core/ports.js';
import { type BertSession, openBertSession, sequenceOf } from './session.js';
import { loadWordpiece, type Tokens, type Wordpiece } from './wordpiece.js';

export type LocalModelName = keyof LocalModels;

export const LOCAL_MODEL_NAMES: readonly LocalModelName[] = ['embedder', 'reranker', 'verifier', 'reader'];

const MODELS = fileURLToPath(new URL('../../../models', import.meta.url));

/** sha256 of the weights, as in each model's config.json. */
const SHA256: Readonly<Record<LocalModelName, string>> = {
  embedder: 'b393c5a92b64b5c83882d38e3e84fb52e9062d7e4e18a5871fecc97ec3044cb2',
  reranker: '7c42379f40013629c308c5329a4fe55a8ff233c7bc460866d55714fa235014f3',
  verifier: '60ec9ec2eaf125c4e222fc80dd7edd564e014f1c4566cf6aa6dbb6f4772563bd',
  reader: '1a2c679fa6fa1c38400939470c0536150a9a8c9fbd61e8b1a24ba8d5c30bdc69',
};

/** All take 512 tokens; longer texts cost the embedder more than they tell it. */
const EMBEDDER_TOKENS = 256;
const PAIR_TOKENS = 512;
export const EMBEDDER_NAME = 'winnow-embedder';

type Loaded = { readonly session: BertSession; readonly wordpiece: Wordpiece };

export function createLocalModels(wanted: readonly LocalModelName[]): LocalModels {
  const wordpiece = once(async () => loadWordpiece(join(MODELS, 'tokenizer.json')));
  const load = (name: LocalModelName) =>
    once(async (): Promise<Loaded> => ({ session: await openBertSession(weightsFile(name), SHA256[name]), wordpiece: await wordpiece() }));
  return {
    ...(wanted.includes('embedder') && { embedder: embedder(load('embedder')) }),
    ...(wanted.includes('reranker') && { reranker: reranker(load('reranker')) }),
    ...(wanted.includes('verifier') && { verifier: verifier(load('verifier')) }),
    ...(wanted.includes('reader') && { reader: reader(load('reader')) }),
  };
}

const weightsFile = (name: LocalModelName): string => join(MODELS, name, 'model_int8.onnx');

/** What is needed of an encoder to get the vectors of its tokens: token-encoder.ts. */
export type EncoderFiles = {
  readonly name: string;
  readonly model: string;
  /** What the model file must hash to; a model of one's own has nothing to be held against. */
  readonly sha256?: string;
  readonly tokenizer: string;
  /** tokenizer_config.json, where there is one. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly layers: number | undefined;
  readonly maxTokens: number;
};

export function bundledEncoder(): EncoderFiles {
  const tokenizer = join(MODELS, 'tokenizer.json');
  return {
    name: EMBEDDER_NAME,
    model: weightsFile('embedder'),
    sha256: SHA256.embedder,
    tokenizer,
    settings: {},
    layers: 6,
    maxTokens: PAIR_TOKENS,
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load());
}

function embedder(load: () => Promise<Loaded>): Embedder {
  return {
    name: EMBEDDER_NAME,
    dimensions: 384,
    embed: (texts, { signal }) =>
      inTurn(texts, load, async (text, { session, wordpiece }) => {
        const [hidden] = await session(sequenceOf(wordpiece(text, EMBEDDER_TOKENS - 2).ids), signal);
        return meanUnitVector(hidden, 384);
      }),
  };
}

function reranker(load: () => Promise<Loaded>): Reranker {
  return {
    name: 'winnow-reranker',
    score: (query, texts, { signal }) =>
      inTurn(
        texts,
        load,
        async (text, loaded) => (await scorePair(loaded, { first: query, second: text, firstLimit: 64 }, signal))[0] as number,
      ),
  };
}

function verifier(load: () => Promise<Loaded>): Verifier {
  return {
    name: 'winnow-verifier',
    entail: (claim, passages, { signal }) =>
      inTurn(passages, load, async (passage, loaded) => {
        const [supported = 0, contradicted = 0] = softmax(
          await scorePair(loaded, { first: claim, second: passage, firstLimit: 128 }, signal),
        );
        return { supported, contradicted };
      }),
  };
}

function reader(load: () => Promise<Loaded>): Reader {
  return {
    name: 'winnow-reader',
    read: (question, passages, { signal }) =>
      inTurn(passages, load, async (passage, { session, wordpiece }) => {
        const first = wordpiece(question, 48).ids;
        const second = wordpiece(passage, PAIR_TOKENS - 3 - first.length);
        const [logits, answerable] = await session(sequenceOf(first, second.ids), signal);
        return {
          ...bestSpan(logits, { passage, tokens: second, offset: first.length + 2 }),
          answerable: 1 / (1 + Math.exp(-(answerable?.[0] as number))),
        };
      }),
  };
}

async function inTurn<T>(
  texts: readonly string[],
  load: () => Promise<Loaded>,
  work: (text: string, loaded: Loaded) => Promise<T>,
): Promise<T[]> {
  if (texts.length === 0) return [];
  const loaded = await load();
  const results: T[] = [];
  for (const text of texts) results.push(await work(text, loaded));
  return results;
}

type Pair = { readonly first: string; readonly second: string; readonly firstLimit: number };

async function scorePair({ session, wordpiece }: Loaded, { first, second, firstLimit }: Pair, signal: AbortSignal): Promise<Float32Array> {
  const firstIds = wordpiece(first, firstLimit).ids;
  const secondIds = wordpiece(second, PAIR_TOKENS - 3 - firstIds.length).ids;
  const [logits] = await session(sequenceOf(firstIds, secondIds), signal);
  return logits;
}

function meanUnitVector(hidden: Float32Array, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (let at = 0; at < hidden.length; at += 1) vector[at % dimensions] = (vector[at % dimensions] as number) + (hidden[at] as number);
  const norm = Math.hypot(...vector) || 1;
  return vector.map((value) => value / norm);
}

function softmax(logits: Float32Array): number[] {
  const highest = Math.max(...logits);
  const powers = [...logits].map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** At most this many tokens, as the reader was trained (models/reader/config.json). */
const SPAN_TOKENS = 25;

/** Best start plus end logit within the passage; the score is its margin over the no-answer score at [CLS]. */
function bestSpan(
  logits: Float32Array,
  { passage, tokens, offset }: { passage: string; tokens: Tokens; offset: number },
): Omit<Span, 'answerable'> {
  const start = (token: number) => logits[(offset + token) * 2] as number;
  const end = (token: number) => logits[(offset + token) * 2 + 1] as number;
  let best = { from: 0, to: 0, score: Number.NEGATIVE_INFINITY };
  for (let from = 0; from < tokens.ids.length; from += 1) {
    for (let to = from; to < Math.min(from + SPAN_TOKENS, tokens.ids.length); to += 1) {
      const score = start(from) + end(to);
      if (score > best.score) best = { from, to, score };
    }
  }
  const [from, to] = [tokens.starts[best.from] ?? 0, tokens.ends[best.to] ?? 0];
  return { text: passage.slice(from, to), start: from, end: to, score: best.score - ((logits[0] as number) + (logits[1] as number)) };
}
