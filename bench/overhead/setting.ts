/**
 * What all measurements of overhead share: the passages and questions of the sample corpus, and vectors that cost next
 * to nothing.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Document } from '../../src/core/data.js';
import type { Embedder } from '../../src/core/ports.js';
import { readFolder } from '../../src/providers/folder/index.js';
import { parseDocument } from '../../src/providers/parse/index.js';
import { normalise } from '../../src/text/vectors.js';

export const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
export const CALL_MS = 200;
export const WARM_UP = 5;
export const AT_ONCE_QUESTIONS = 40;
export const SLOW_QUESTIONS = 5;
export const PASSAGES_SHOWN = 5;

export async function readPages(): Promise<readonly Document[]> {
  return (await readFolder({ folder: CORPUS, parse: parseDocument, signal: new AbortController().signal })).documents;
}

export function readQuestions(): readonly string[] {
  const lines = readFileSync(`${CORPUS}/questions.jsonl`, 'utf8').trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as { question: string; split: string });
  return rows.flatMap(({ question, split }) => (split === 'tune' ? [question] : []));
}

const DIMENSIONS = 128;

/** Words hashed into a vector: the same for every library, so that all of them retrieve alike. */
export function hashVector(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []) {
    let hash = 2166136261;
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16777619);
    vector[(hash >>> 0) % DIMENSIONS] = (vector[(hash >>> 0) % DIMENSIONS] as number) + 1;
  }
  return [...normalise(vector)];
}

export const hashEmbedder: Embedder = {
  name: 'hashed',
  dimensions: DIMENSIONS,
  embed: async (texts) => texts.map((text) => Float32Array.from(hashVector(text))),
};

export const wait = (ms: number): Promise<void> =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));

export const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;
