/** Which reranker orders passages: ours, one behind an API, or a cross-encoder of one's own. */
import { z } from 'zod';
import { choice } from '../../core/option.js';
import { bareUrl, keyVariable } from './models.js';

export const RERANKERS = ['local', 'cohere', 'jina', 'onnx'] as const;

export const rerankerSchema = z
  .strictObject({
    provider: choice(
      RERANKERS,
      'local',
      '"local" for ours; "cohere" or "jina" for the API of that shape; "onnx" for a cross-encoder in a folder',
    ),
    model: z.string().min(1).optional().describe('the model name the server knows, e.g. rerank-v3.5'),
    keyVariable,
    baseUrl: bareUrl
      .optional()
      .describe(
        'default: the public address; a server of your own, e.g. http://localhost:8000/v1, must be named in allowPrivateHosts too',
      ),
    path: z.string().min(1).optional().describe('for onnx: folder with tokenizer.json (WordPiece) and model.onnx'),
    timeoutMs: z.number().int().min(1).default(30_000).describe('time for one call'),
  })
  .prefault({})
  .describe('how relevance is judged without a language model; local.reranker switches it off');

export type RerankerConfig = z.infer<typeof rerankerSchema>;
