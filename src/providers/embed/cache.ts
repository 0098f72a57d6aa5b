/**
 * Keeps every vector ever computed in one file, keyed by model and text, so that nothing is embedded twice.
 * The file is a list of records, a key of 16 bytes and the vector; a half-written record at the end is ignored and overwritten.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Embedder } from '../../core/ports.js';

const KEY_BYTES = 16;

export type CachedEmbedder = Embedder & {
  /** How many of these texts would have to be computed. */
  readonly missing: (texts: readonly string[]) => number;
};

export function cachedEmbedder(embedder: Embedder, file: string): CachedEmbedder {
  const vectors = loadVectors(file, embedder.dimensions);
  const keyOf = (text: string) => createHash('sha256').update(`${embedder.name}\0${text}`).digest().subarray(0, KEY_BYTES);
  return {
    name: embedder.name,
    dimensions: embedder.dimensions,
    missing: (texts) => texts.filter((text) => !vectors.has(keyOf(text).toString('latin1'))).length,
    embed: async (texts, options) => {
      const keys = texts.map(keyOf);
      const unknown = new Map<string, { text: string; key: Buffer }>(); // a text may come twice in one call
      keys.forEach((key, at) => {
        const known = key.toString('latin1');
        if (!vectors.has(known)) unknown.set(known, { text: texts[at] as string, key });
      });
      const missing = [...unknown.values()];
      const computed = await embedder.embed(
        missing.map(({ text }) => text),
        options,
      );
      for (const [at, { key }] of missing.entries()) vectors.set(key.toString('latin1'), computed[at] as Float32Array);
      append(
        file,
        missing.map(({ key }, at) => record(key, computed[at] as Float32Array)),
      );
      return keys.map((key) => vectors.get(key.toString('latin1')) as Float32Array);
    },
  };
}

function loadVectors(file: string, dimensions: number): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  if (!existsSync(file)) return vectors;
  const bytes = readFileSync(file);
  const size = KEY_BYTES + dimensions * 4;
  const whole = Math.floor(bytes.length / size);
  for (let at = 0; at < whole; at += 1) {
    const from = at * size;
    const vector = new Float32Array(dimensions);
    Buffer.from(vector.buffer).set(bytes.subarray(from + KEY_BYTES, from + size));
    vectors.set(bytes.toString('latin1', from, from + KEY_BYTES), vector);
  }
  if (whole * size < bytes.length) cutTail(file, whole * size);
  return vectors;
}

function cutTail(file: string, length: number): void {
  const descriptor = openSync(file, 'r+');
  ftruncateSync(descriptor, length);
  closeSync(descriptor);
}

function record(key: Buffer, vector: Float32Array): Buffer {
  return Buffer.concat([key, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]);
}

function append(file: string, records: readonly Buffer[]): void {
  if (records.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'a');
  writeSync(descriptor, Buffer.concat(records));
  closeSync(descriptor);
}
