/**
 * Computes no vector twice. Those of documents (`keep`) go to one file, keyed by model and text, and serve later processes too; those of
 * queries and single sentences stay in memory, and only so many of them. The file is a list of records, a key of 16 bytes and the
 * vector; a half-written record at the end is cut off when the file is read.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Embedder } from '../../core/ports.js';

const KEY_BYTES = 16;

/** Passing vectors held at the same time. */
const PASSING = 20_000;

export function cachedEmbedder(embedder: Embedder, file: string): Embedder {
  const kept = loadVectors(file, embedder.dimensions);
  let passing = new Map<string, Float32Array>();
  const keyOf = (text: string) => createHash('sha256').update(`${embedder.name}\0${text}`).digest().toString('latin1', 0, KEY_BYTES);
  return {
    name: embedder.name,
    dimensions: embedder.dimensions,
    embed: async (texts, options) => {
      const keys = texts.map(keyOf);
      const vectorOf = new Map<string, Float32Array>();
      const unknown = new Map<string, string>(); // a text may come twice in one call
      for (const [at, key] of keys.entries()) {
        const known = kept.get(key) ?? (options.keep ? undefined : passing.get(key));
        if (known) vectorOf.set(key, known);
        else unknown.set(key, texts[at] as string);
      }
      const computed = await embedder.embed([...unknown.values()], options);
      const fresh = [...unknown.keys()].map((key, at) => [key, computed[at] as Float32Array] as const);
      if (!options.keep && passing.size + fresh.length > PASSING) passing = new Map();
      for (const [key, vector] of fresh) {
        vectorOf.set(key, vector);
        (options.keep ? kept : passing).set(key, vector);
      }
      if (options.keep)
        append(
          file,
          fresh.map(([key, vector]) => record(Buffer.from(key, 'latin1'), vector)),
        );
      return keys.map((key) => vectorOf.get(key) as Float32Array);
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
