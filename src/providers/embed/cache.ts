/**
 * Computes no vector twice. Those of documents (`keep`) go to one file, keyed by model and text, and serve later
 * processes too; those of queries and single sentences stay in memory, and only so many of them. A cache that cannot be
 * read or written is gone without.
 */
import { createHash } from 'node:crypto';
import type { Embedder } from '../../core/ports.js';
import { KEY_BYTES } from './vector-records.js';
import { openVectorStore, type VectorStore } from './vector-store.js';

/** Passing vectors held at the same time. */
const PASSING = 20_000;

/**
 * Texts kept on disk for one model, the latest ones: 1.6 GB with 384 dimensions, 20 MB of memory. Documented in
 * docs/corpora.md.
 */
const KEPT = 1 << 20;

/** In the file of vectors that comes with the sample documents: more than they have sections. */
export const SHIPPED = 1 << 12;

export type CacheOptions = {
  readonly kept?: number;
  /** A file of vectors that came with the package; it is read alone. */
  readonly shipped?: string;
};

export function cachedEmbedder(
  embedder: Embedder,
  file: string,
  { kept = KEPT, shipped }: CacheOptions = {},
): Embedder {
  const { name, dimensions } = embedder;
  const store = ignoringFailures(openVectorStore(pathOf(file), { dimensions, slots: kept }));
  const readShipped = shippedVectors(shipped, dimensions);
  let passing = new Map<string, Float32Array>();
  const keyOf = (text: string) => createHash('sha256').update(`${name}\0${text}`).digest().subarray(0, KEY_BYTES);
  return {
    name,
    dimensions,
    embed: async (texts, options) => {
      const keys = texts.map(keyOf);
      const names = keys.map((key) => key.toString('latin1'));
      const onDisk = readShipped(keys, store.read(keys));
      const vectorOf = new Map<string, Float32Array>();
      const unknown = new Map<string, string>(); // a text may come twice in one call
      for (const [at, key] of names.entries()) {
        const vector = onDisk[at] ?? passing.get(key);
        if (vector) vectorOf.set(key, vector);
        else unknown.set(key, texts[at] as string);
      }
      const computed = await embedder.embed([...unknown.values()], options);
      for (const [at, key] of [...unknown.keys()].entries()) vectorOf.set(key, computed[at] as Float32Array);
      if (options.keep) {
        const fresh = new Map(keys.flatMap((key, at) => (onDisk[at] ? [] : [[names[at] as string, key] as const])));
        store.write(Array.from(fresh, ([key, bytes]) => ({ key: bytes, vector: vectorOf.get(key) as Float32Array })));
      } else {
        if (passing.size + unknown.size > PASSING) passing = new Map();
        for (const key of unknown.keys()) passing.set(key, vectorOf.get(key) as Float32Array);
      }
      return names.map((key) => vectorOf.get(key) as Float32Array);
    },
  };
}

/** The found vectors, and of those that are missing what came with the package. */
function shippedVectors(file: string | undefined, dimensions: number) {
  const store =
    file === undefined ? undefined : ignoringFailures(openVectorStore(file, { dimensions, slots: SHIPPED }));
  return (keys: readonly Buffer[], found: readonly (Float32Array | undefined)[]) => {
    if (!store || found.every(Boolean)) return found;
    const shipped = store.read(keys);
    return found.map((vector, at) => vector ?? shipped[at]);
  };
}

/** Files named .bin hold vectors without checksums, as they were written at first; they are left alone. */
const pathOf = (file: string): string => `${file.replace(/\.bin$/, '')}.cache`;

const isSystemError = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException).syscall === 'string';

/**
 * A missing file, a read-only or a full disk costs time, never an answer. What cannot be written once is not tried
 * again.
 */
function ignoringFailures(store: VectorStore): VectorStore {
  let isWritable = true;
  return {
    read(keys) {
      try {
        return store.read(keys);
      } catch (error) {
        if (!isSystemError(error)) throw error;
        return keys.map(() => undefined);
      }
    },
    write(records) {
      try {
        if (isWritable) store.write(records);
      } catch (error) {
        if (!isSystemError(error)) throw error;
        isWritable = false;
      }
    },
  };
}
