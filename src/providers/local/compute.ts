/**
 * Runs one task on its model: text to tokens, tokens through the model, and what comes out made into a vector, a score
 * or a span.
 */
import type { Entailment, Span } from '../../core/ports.js';
import { EMBEDDER_DIMENSIONS, type LocalModelName, SHA256, TOKENIZER_FILE, weightsFile } from './bundled.js';
import { bestSpan, meanUnitVector, softmax } from './outputs.js';
import { type BertSession, openBertSession, sequenceOf } from './session.js';
import type { Output, Task } from './tasks.js';
import { loadWordpiece, type Wordpiece } from './wordpiece.js';

/** All take 512 tokens; longer texts cost the embedder more than they tell it. */
const EMBEDDER_TOKENS = 256;
const PAIR_TOKENS = 512;

type LoadedModel = { readonly session: BertSession; readonly wordpiece: Wordpiece };
type Load = () => Promise<LoadedModel>;

/** Models are loaded when the first task needs them. */
export function createCompute(): (task: Task) => Promise<Output> {
  const wordpiece = once(async () => loadWordpiece(TOKENIZER_FILE));
  const load = (name: LocalModelName): Load =>
    once(async () => ({
      session: await openBertSession(weightsFile(name), SHA256[name], { isRewritten: true }),
      wordpiece: await wordpiece(),
    }));
  const loads = {
    embedder: load('embedder'),
    reranker: load('reranker'),
    verifier: load('verifier'),
    reader: load('reader'),
  };
  const ownCrossEncoder = once(async () => (await import('../rerank/cross-encoder.js')).crossEncoder());
  return (task) => {
    switch (task.model) {
      case 'embedder':
        return embed(task.text, loads.embedder);
      case 'embedder-tokens':
        return wordpiece().then((cut) => tokensToEmbed(task.text, cut).ids.length);
      case 'reranker':
        return score(task, loads.reranker);
      case 'verifier':
        return entail(task, loads.verifier);
      case 'reader':
        return read(task, loads.reader);
      case 'cross-encoder':
        return ownCrossEncoder().then((scoreWithOwn) => scoreWithOwn(task));
    }
  };
}

/** What failed to load is tried again by the next task. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function embed(text: string, load: Load): Promise<Float32Array> {
  const { session, wordpiece } = await load();
  const [hidden] = await session(tokensToEmbed(text, wordpiece));
  return meanUnitVector(hidden, EMBEDDER_DIMENSIONS);
}

function tokensToEmbed(text: string, wordpiece: Wordpiece) {
  return sequenceOf(wordpiece(text, EMBEDDER_TOKENS - 2).ids);
}

async function score({ query, text }: { query: string; text: string }, load: Load): Promise<number> {
  const [logit] = await pairLogits({ first: query, second: text, firstLimit: 64 }, load);
  return logit as number;
}

async function entail({ claim, passage }: { claim: string; passage: string }, load: Load): Promise<Entailment> {
  const [supported = 0, contradicted = 0] = softmax(
    await pairLogits({ first: claim, second: passage, firstLimit: 128 }, load),
  );
  return { supported, contradicted };
}

async function read({ question, passage }: { question: string; passage: string }, load: Load): Promise<Span> {
  const { session, wordpiece } = await load();
  const first = wordpiece(question, 48).ids;
  const second = wordpiece(passage, PAIR_TOKENS - 3 - first.length);
  const [logits, answerable] = await session(sequenceOf(first, second.ids));
  return {
    ...bestSpan(logits, { passage, tokens: second, offset: first.length + 2 }),
    answerable: 1 / (1 + Math.exp(-(answerable?.[0] as number))),
  };
}

type Pair = { readonly first: string; readonly second: string; readonly firstLimit: number };

async function pairLogits({ first, second, firstLimit }: Pair, load: Load): Promise<Float32Array> {
  const { session, wordpiece } = await load();
  const firstIds = wordpiece(first, firstLimit).ids;
  const secondIds = wordpiece(second, PAIR_TOKENS - 3 - firstIds.length).ids;
  const [logits] = await session(sequenceOf(firstIds, secondIds));
  return logits;
}
