/** What is asked of the small models, one text at a time, as plain data that can be sent to another process. */
import type { Entailment, Span } from '../../core/ports.js';

export type Task =
  | { readonly model: 'embedder'; readonly text: string }
  /** How many tokens the embedder reads of a text. */
  | { readonly model: 'embedder-tokens'; readonly text: string }
  | { readonly model: 'reranker'; readonly query: string; readonly text: string }
  | { readonly model: 'verifier'; readonly claim: string; readonly passage: string }
  | { readonly model: 'reader'; readonly question: string; readonly passage: string }
  /** A reranker of one's own, in a folder. */
  | { readonly model: 'cross-encoder'; readonly path: string; readonly query: string; readonly text: string };

export type ModelName = Task['model'];

export type Outputs = {
  readonly embedder: Float32Array;
  readonly 'embedder-tokens': number;
  readonly reranker: number;
  readonly verifier: Entailment;
  readonly reader: Span;
  readonly 'cross-encoder': number;
};

export type Output = Outputs[ModelName];
