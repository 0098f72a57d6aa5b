/**
 * Any BERT-shaped cross-encoder in ONNX from a folder: tokenizer.json beside model.onnx, or onnx/model.onnx as on model
 * hubs. One output is taken as the relevance logit; of two, the second against the first. Tokenizers other than
 * WordPiece are refused.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { messageOf, usageError, WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import { type BertSession, openBertSession, type Sequence } from '../local/session.js';
import { loadWordpiece, type Wordpiece } from '../local/wordpiece.js';

/** BERT's limits: 512 tokens in all, of which the query gets 64 at most. */
const MOST_TOKENS = 512;
const QUERY_TOKENS = 64;

type LoadedModel = { readonly session: BertSession; readonly wordpiece: Wordpiece; readonly marks: Marks };
type Marks = { readonly cls: number; readonly sep: number };
type Pair = { readonly path: string; readonly query: string; readonly text: string };

/** Scores pairs; the model of a folder is loaded once. */
export function crossEncoder(): (pair: Pair) => Promise<number> {
  const models = new Map<string, Promise<LoadedModel>>();
  return async ({ path, query, text }) => {
    const loading = models.get(path) ?? load(path);
    models.set(path, loading);
    const { session, wordpiece, marks } = await loading;
    const first = wordpiece(query, QUERY_TOKENS).ids;
    const second = wordpiece(text, MOST_TOKENS - 3 - first.length).ids;
    return logitOf(await runPair(session, pairOf(first, second, marks), path), path);
  };
}

async function load(path: string): Promise<LoadedModel> {
  const tokenizer = fileIn(path, ['tokenizer.json']);
  const model = fileIn(path, ['model.onnx', 'onnx/model.onnx']);
  const marks = marksOf(tokenizer);
  // A model of one's own has no published hash to be held against.
  const session = await openBertSession(model, await sha256Of(model)).catch((cause: unknown) => {
    throw new WinnowError(
      'unavailable',
      `${model} does not load as an ONNX model: ${messageOf(cause)}. Give reranker.path another folder.`,
      { cause },
    );
  });
  return { session, wordpiece: loadWordpiece(tokenizer), marks };
}

function fileIn(path: string, names: readonly string[]): string {
  const found = names.map((name) => join(path, name)).find((file) => existsSync(file));
  if (found) return found;
  throw usageError(
    `There is no ${names.join(' or ')} in ${path}. reranker.path must name a folder with tokenizer.json and model.onnx.`,
  );
}

const tokenizerSchema = z.object({ model: z.object({ type: z.string().optional(), vocab: z.unknown() }) });

function marksOf(file: string): Marks {
  const { data } = tokenizerSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!data)
    throw usageError(`${file} is no tokenizer. reranker.path must name a folder with the tokenizer.json of the model.`);
  const { type = 'unknown', vocab } = data.model;
  const ids = vocab as Readonly<Record<string, number>> | null;
  const [cls, sep] = [ids?.['[CLS]'], ids?.['[SEP]']];
  if (type === 'WordPiece' && cls !== undefined && sep !== undefined) return { cls, sep };
  throw usageError(
    `${file} is a tokenizer of the kind ${type}; only WordPiece with [CLS] and [SEP] is understood, as BERT, MiniLM and ELECTRA cross-encoders have it. ` +
      'Serve other models behind an API and use reranker.provider jina.',
  );
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** `[CLS] query [SEP] text [SEP]`, by the marks of this vocabulary. */
function pairOf(first: readonly number[], second: readonly number[], { cls, sep }: Marks): Sequence {
  const ids = [cls, ...first, sep, ...second, sep];
  return { ids, types: ids.map((_, at) => (at < first.length + 2 ? 0 : 1)) };
}

async function runPair(session: BertSession, sequence: Sequence, path: string): Promise<Float32Array> {
  try {
    const [logits] = await session(sequence);
    return logits;
  } catch (cause) {
    throw new WinnowError(
      'unavailable',
      `The model in ${path} cannot be run: ${messageOf(cause)}. It must take input_ids, attention_mask and token_type_ids.`,
      { cause },
    );
  }
}

function logitOf(output: Float32Array, path: string): number {
  const [first, second] = output;
  if (output.length === 1 && first !== undefined) return first;
  if (output.length === 2 && first !== undefined && second !== undefined) return second - first;
  throw usageError(
    `The model in ${path} gives ${output.length} values for a pair, a cross-encoder one or two. Give reranker.path a reranker.`,
  );
}
