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
  embedder: 'b393c5a92b64b5c83882d38e3e84fb52e9062d7e4e18a5871fecc97ec3044cb2',
  reranker: '7c42379f40013629c308c5329a4fe55a8ff233c7bc460866d55714fa235014f3',
  verifier: '60ec9ec2eaf125c4e222fc80dd7edd564e014f1c4566cf6aa6dbb6f4772563bd',
  reader: '1a2c679fa6fa1c38400939470c0536150a9a8c9fbd61e8b1a24ba8d5c30bdc69',
};

export const weightsFile = (name: LocalModelName): string => join(MODELS, name, 'model_int8.onnx');
