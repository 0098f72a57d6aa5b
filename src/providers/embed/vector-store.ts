/**
 * Vectors on disk by key, in one file of a bounded size; when it is full the oldest make room. Only keys are read when
 * it is opened; a vector is read when it is asked for. Nothing needs repair after a crash or a full disk
 * (vector-records.ts). Processes may write at the same time without a lock: each takes up what the others wrote, and
 * where two meet in one slot the checksum fails and one vector is computed again.
 */

import { closeSync, constants, ftruncateSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../core/write-files.js';
import { createKeyTable } from './key-table.js';
import {
  bitsOf,
  type KeyedVector,
  readBits,
  readVector,
  readWritten,
  type Shape,
  slotsAhead,
  writeRecords,
  writeWritten,
} from './vector-records.js';

export type VectorStore = {
  /** In the order of the keys; nothing for those that are not there. */
  read(keys: readonly Buffer[]): (Float32Array | undefined)[];
  write(records: readonly KeyedVector[]): void;
};

export function openVectorStore(path: string, shape: Shape): VectorStore {
  const known = knownKeys(shape);
  const vectorOf = (file: number, key: Buffer): Float32Array | undefined => {
    for (const slot of known.slotsOf(key)) {
      const vector = readVector(file, shape, { slot, key });
      if (vector) return vector;
    }
    return undefined;
  };
  return {
    read: (keys) =>
      withFile(path, constants.O_RDONLY, (file) => {
        known.catchUp(file);
        return keys.map((key) => vectorOf(file, key));
      }),
    write(records) {
      if (records.length === 0) return;
      makeFolder(dirname(path));
      withFile(path, constants.O_RDWR | constants.O_CREAT, (file) => {
        if (readWritten(file, shape) === undefined) startAnew(file, shape);
        known.catchUp(file);
        for (let at = 0; at < records.length; ) {
          const slot = known.written() % shape.slots;
          const run = records.slice(at, at + slotsAhead(slot));
          writeRecords(file, shape, { slot, records: run });
          writeWritten(file, shape, known.written() + run.length);
          known.catchUp(file);
          at += run.length;
        }
      });
    },
  };
}

function startAnew(file: number, shape: Shape): void {
  ftruncateSync(file, 0);
  writeWritten(file, shape, 0);
}

/** Which slots may hold a key, as far as the file was read. */
function knownKeys(shape: Shape) {
  let table = createKeyTable();
  let written = 0;
  const takeUp = (file: number, from: number, to: number): void => {
    for (let at = from; at < to; ) {
      const slot = at % shape.slots;
      const count = Math.min(to - at, slotsAhead(slot));
      for (const [ahead, bits] of readBits(file, shape, { slot, count }).entries()) table.put(slot + ahead, bits);
      at += count;
    }
  };
  return {
    written: () => written,
    slotsOf: (key: Buffer) => table.slotsOf(bitsOf(key)),
    /** Takes up what was written since the last look, by this process or another. */
    catchUp(file: number): void {
      const now = readWritten(file, shape) ?? 0;
      if (now < written) {
        table = createKeyTable();
        written = 0;
      }
      takeUp(file, Math.max(written, now - shape.slots), now);
      written = now;
    },
  };
}

function withFile<T>(path: string, flags: number, use: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
