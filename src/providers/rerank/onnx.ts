/** A cross-encoder of one's own in the place of our reranker (cross-encoder.ts), run where ours is. */
import { basename } from 'node:path';
import type { Reranker } from '../../core/ports.js';
import { runTasks } from '../local/run.js';

export function onnxReranker({ path }: { readonly path: string }): Reranker {
  return {
    name: `onnx-${basename(path)}`,
    score: (query, texts, options) =>
      runTasks(
        texts.map((text) => ({ model: 'cross-encoder', path, query, text })),
        options,
      ),
  };
}
