/** An engine's passages without an answer. */
import { systemClock } from '../core/clock.js';
import type { Passage, Scored } from '../core/data.js';
import type { RetrievalMode } from '../core/ports.js';
import type { Engine } from './index.js';

export type RetrieveOptions = {
  /** How many passages at most; 5 where it is left out. */
  readonly k?: number;
  /** By words, by meaning, or both, as where it is left out. */
  readonly mode?: RetrievalMode;
  readonly signal?: AbortSignal | undefined;
};

/** `const passages = await retrieve(engine, 'When was the bridge opened?', { k: 5 })`: best first. */
export async function retrieve(
  engine: Pick<Engine, 'perform'>,
  query: string,
  { k = 5, mode = 'hybrid', signal }: RetrieveOptions = {},
): Promise<readonly Scored<Passage>[]> {
  const question = { text: query, askedAt: systemClock.now() };
  const task = { name: 'retrieve', question, options: { k, mode }, ...(signal && { signal }) };
  const { passages } = await engine.perform(task, ({ parts }, run) =>
    parts.retriever.retrieve(query, { limit: k, mode, signal: run.signal }),
  );
  return passages;
}
