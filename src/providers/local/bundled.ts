/** The files of the four small models of our own (see models/<name>/CARD.md). */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalModels } from '../../core/ports.js';

export type LocalModelName = keyof LocalModels;

export const LOCAL_MODEL_NAMES: readonly LocalModelName[] = ['embedder', 'reranker', 'verifier', 'reader'];

export const EMBEDDER_NAME = 'winnow-embedder';
export const EMBEDDER_DIMENSIONS = 384;

const MODELS = fileURLToPath(new URL('../../../models', import.meta.url));

export const TOKENIZER_FILE = join(MODELS, 'tokenizer.json');

/** sha256 of the weights, as in each model's config.json. */
export const SHA256: Readonly<Record<LocalModelName, string>> = {
  embedder: '4b2b6efb6acc65c655d9589b97f728b72c259303c75269f7f601728a0a48c185',
  reranker: '4048bf2c020d7ba7850f8722d33a9dadecb3d2afab74080cf22b959897952001',
  verifier: 'b2a245942c1e45032e9f411c45f67163966ff8280575369d69696b08f0c19365',
  reader: 'ac27feca6250d5bc51df74c631cd83f16930c5ac8f8907c8ddfdcbf3c527b61c',
};

export const weightsFile = (name: LocalModelName): string => join(MODELS, name, 'model_int8.onnx');
