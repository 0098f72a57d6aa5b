/**
 * Token vectors of any ONNX encoder in a folder (tokenizer.json beside model.onnx, or onnx/model.onnx as on model
 * hubs), or of the bundled embedder: what BERTScore compares. The layer is an output of the model chosen by its name;
 * most exports have the last layer alone. One text at a time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { messageOf, usageError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import type { CallOptions } from '../../core/ports.js';
import type { TokenVectors } from '../../text/metrics/bert-score.js';
import { EMBEDDER_NAME, SHA256, TOKENIZER_FILE, weightsFile } from './bundled.js';
import { loadRuntime, type Runtime, readWeights } from './session.js';

type EncoderFiles = {
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

export type TokenEncoder = {
  /** Of the folder, and which of its outputs is taken. */
  readonly name: string;
  /** Which layer that is, where it is known. */
  readonly layer: number | undefined;
  /** The tokens alone, without running the model. */
  readonly idsOf: (text: string) => readonly number[];
  readonly encode: (text: string, options: CallOptions) => Promise<TokenVectors>;
};

export type EncoderChoice = {
  /** A folder, or "bundled" for the embedder that comes with Winnow. */
  readonly model: string;
  /** 0 is the layer of embeddings; by default the model's last. */
  readonly layer?: number | undefined;
};

export async function openTokenEncoder({ model, layer }: EncoderChoice): Promise<TokenEncoder> {
  const files = model === 'bundled' ? bundledEncoder() : filesIn(model);
  const tokens = loadTokens(files);
  const runtime = await loadRuntime();
  const session = await openSession(runtime, files);
  const output = outputFor(session, { layer, layers: files.layers, model: files.name });
  return {
    name: `${files.name} ${output}`,
    layer: layer ?? (output === LAST ? files.layers : undefined),
    idsOf: (text) => tokens(text).ids,
    encode: async (text, { signal }) => {
      signal.throwIfAborted();
      const { ids, special } = tokens(text);
      const vectors = await run({ runtime, session, output, model: files.name }, ids);
      // The runtime computes in the calling thread; timers and Ctrl-C get their turn here.
      await new Promise((resolve) => setImmediate(resolve));
      return { ids, special, vectors };
    },
  };
}

function bundledEncoder(): EncoderFiles {
  return {
    name: EMBEDDER_NAME,
    model: weightsFile('embedder'),
    sha256: SHA256.embedder,
    tokenizer: TOKENIZER_FILE,
    settings: {},
    layers: 6,
    maxTokens: USUAL_TOKENS,
  };
}

function filesIn(folder: string): EncoderFiles {
  const find = (names: readonly string[]) => {
    const found = names.map((name) => join(folder, name)).find((file) => existsSync(file));
    if (found) return found;
    throw usageError(
      `There is no ${names.join(' or ')} in ${folder}. Give a folder with tokenizer.json and model.onnx, or "bundled".`,
    );
  };
  const [tokenizer, model] = [find(['tokenizer.json']), find(['model.onnx', 'onnx/model.onnx'])];
  const settings = settingsIn(join(folder, 'tokenizer_config.json'));
  const layers = settingsIn(join(folder, 'config.json')).num_hidden_layers;
  const longest = settings.model_max_length;
  return {
    name: basename(folder),
    model,
    tokenizer,
    settings,
    layers: typeof layers === 'number' ? layers : undefined,
    // Tokenizers without a limit of their own say 1e30.
    maxTokens: typeof longest === 'number' && longest < MOST_BELIEVED ? longest : USUAL_TOKENS,
  };
}

const MOST_BELIEVED = 1e6;
/** What BERT, RoBERTa and DeBERTa take. */
const USUAL_TOKENS = 512;

function settingsIn(file: string): Readonly<Record<string, unknown>> {
  const value = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

type Tokens = Pick<TokenVectors, 'ids' | 'special'>;

/** The tokenizer's own marks around the text, cut at the model's limit. */
function loadTokens({ tokenizer: file, settings, maxTokens }: EncoderFiles): (text: string) => Tokens {
  const tokenizer = openTokenizer(file, settings);
  const bare = (text: string): readonly number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const word = bare('a');
  const marked: readonly number[] = tokenizer.encode('a').ids;
  const before = marked.findIndex((_, at) => word.every((id, offset) => marked[at + offset] === id));
  const [head, tail] = [marked.slice(0, Math.max(before, 0)), marked.slice(Math.max(before, 0) + word.length)];
  return (text) => {
    const own = bare(text.trim()).slice(0, maxTokens - head.length - tail.length);
    const ids = [...head, ...own, ...tail];
    return { ids, special: ids.map((_, at) => at < head.length || at >= head.length + own.length) };
  };
}

function openTokenizer(file: string, settings: EncoderFiles['settings']): Tokenizer {
  try {
    return new Tokenizer(JSON.parse(readFileSync(file, 'utf8')), settings);
  } catch (cause) {
    throw usageError(`${file} is no tokenizer that can be read: ${messageOf(cause)}.`, { cause });
  }
}

/** One's own by its path, not as bytes: weights beyond 2 GB lie in files beside it. */
async function openSession(runtime: Runtime, { model, sha256 }: EncoderFiles): Promise<InferenceSession> {
  const options = { graphOptimizationLevel: sha256 === undefined ? 'all' : 'disabled', logSeverityLevel: 3 } as const;
  if (sha256 !== undefined) return runtime.InferenceSession.create(await readWeights(model, sha256), options);
  try {
    return await runtime.InferenceSession.create(model, options);
  } catch (cause) {
    throw usageError(`${model} does not load as an ONNX model: ${messageOf(cause)}.`, { cause });
  }
}

const LAST = 'last_hidden_state';

type LayerChoice = { readonly layer: number | undefined; readonly layers: number | undefined; readonly model: string };

/**
 * `hidden_states.3`, `hidden_states_3` or `hidden_states[3]`; the last layer under its usual name, else the first
 * output.
 */
function outputFor({ outputNames }: InferenceSession, { layer, layers, model }: LayerChoice): string {
  const last = outputNames.includes(LAST) ? LAST : (outputNames[0] as string);
  if (layer === undefined) return last;
  const named = outputNames.find((name) => /^hidden_states?[._[]?(\d+)\]?$/.exec(name)?.[1] === `${layer}`);
  if (named !== undefined) return named;
  if (layer === layers && last === LAST) return LAST;
  throw usageError(
    `The encoder ${model} has no output for layer ${layer}. Its outputs: ${outputNames.join(', ')}. ` +
      `Leave the layer out to take ${last}${layers === undefined ? '' : ` (layer ${layers})`}, or export the model with an output hidden_states.${layer}.`,
  );
}

type EncoderRun = {
  readonly runtime: Runtime;
  readonly session: InferenceSession;
  readonly output: string;
  readonly model: string;
};

async function run({ runtime, session, output, model }: EncoderRun, ids: readonly number[]): Promise<Float32Array> {
  const tensor = (value: (id: number) => number) =>
    new runtime.Tensor(
      'int64',
      BigInt64Array.from(ids, (id) => BigInt(value(id))),
      [1, ids.length],
    );
  const known: Readonly<Record<string, () => Tensor>> = {
    input_ids: () => tensor((id) => id),
    attention_mask: () => tensor(() => 1),
    token_type_ids: () => tensor(() => 0),
  };
  const strange = session.inputNames.find((name) => !known[name]);
  if (strange !== undefined)
    throw usageError(`The encoder ${model} wants an input "${strange}"; known are ${Object.keys(known).join(', ')}.`);
  const feeds = Object.fromEntries(session.inputNames.map((name) => [name, known[name]?.() as Tensor]));
  // All outputs, though one is wanted: onnxruntime-node 1.17 loses one that is asked for by name and is not the first.
  const { [output]: hidden } = await session.run(feeds);
  if (hidden?.dims.length === 3 && hidden.dims[1] === ids.length && hidden.type === 'float32')
    return hidden.data as Float32Array;
  throw usageError(
    `The output ${output} of ${model} is no list of token vectors (its shape is ${hidden?.dims.join(' x ')}, its type ${hidden?.type}). Give an encoder in float32.`,
  );
}
