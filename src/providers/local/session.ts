/**
 * Loads a BERT-shaped ONNX model after checking its sha256, and runs one sequence at a time with one thread: a batch is
 * no faster, and int8 scores shift with the company they keep in it (models' cards). The runtime is loaded on first
 * use.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { WinnowError } from '../../core/errors.js';

export type Sequence = { readonly ids: readonly number[]; readonly types: readonly number[] };

/** The model's outputs in the order it declares them. */
export type BertSession = (sequence: Sequence) => Promise<readonly [Float32Array, ...Float32Array[]]>;

export const CLS = 101;
export const SEP = 102;

const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  logSeverityLevel: 3,
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
};

/** `isRewritten`: the graph is as quick as can be (scripts/faster-graph.py), and the runtime need not look for better. */
export async function openBertSession(
  file: string,
  sha256: string,
  { isRewritten = false }: { readonly isRewritten?: boolean } = {},
): Promise<BertSession> {
  const weights = await readWeights(file, sha256);
  const runtime = await loadRuntime();
  const graphOptimizationLevel = isRewritten ? 'disabled' : 'all';
  const session = await runtime.InferenceSession.create(weights, { ...SESSION_OPTIONS, graphOptimizationLevel });
  return (sequence) => runOne({ runtime, session }, sequence);
}

/** The bytes of a model file, held against its hash. */
export async function readWeights(file: string, sha256: string): Promise<Uint8Array> {
  const weights = await readFile(file).catch((cause: unknown) => {
    throw new WinnowError(
      'unavailable',
      `The model file ${file} cannot be read. Reinstall the package, or switch this model off (see docs/configuration.md).`,
      { cause },
    );
  });
  const found = createHash('sha256').update(weights).digest('hex');
  if (found !== sha256) {
    throw new WinnowError(
      'unavailable',
      `The model file ${file} is damaged: its sha256 is ${found}, expected ${sha256}. Reinstall the package.`,
    );
  }
  return weights;
}

export type Runtime = typeof import('onnxruntime-node');

export async function loadRuntime(): Promise<Runtime> {
  try {
    const loaded = (await import('onnxruntime-node')) as Runtime & { default?: Runtime };
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new WinnowError(
      'unavailable',
      'onnxruntime-node does not load on this machine. Switch the local models off: local.embedder: false and so on.',
      { cause },
    );
  }
}

async function runOne(
  { runtime, session }: { runtime: Runtime; session: InferenceSession },
  { ids, types }: Sequence,
): ReturnType<BertSession> {
  const shape = [1, ids.length];
  const tensor = (values: readonly number[]) => new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), shape);
  const outputs = await session.run({
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1)),
    token_type_ids: tensor(types),
  });
  const [first, ...rest] = session.outputNames.map((name) => outputs[name]?.data as Float32Array);
  return [first as Float32Array, ...rest];
}

/** `[CLS] first [SEP]`, or `[CLS] first [SEP] second [SEP]`. */
export function sequenceOf(first: readonly number[], second?: readonly number[]): Sequence {
  const ids = [CLS, ...first, SEP, ...(second ? [...second, SEP] : [])];
  return { ids, types: ids.map((_, at) => (at < first.length + 2 ? 0 : 1)) };
}
