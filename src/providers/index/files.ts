/**
 * Named files that the index is kept in: on disk, or in memory with the same behaviour. Reading is synchronous: blocks
 * come from the page cache.
 */

import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../core/write-files.js';
import { takeLock } from './lock.js';

export type FileReader = {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  readInto(target: Uint8Array, offset: number): void;
  close(): void;
};

/** Appends; `finish` makes the file durable. */
export type FileWriter = { write(bytes: Uint8Array): void; finish(): void; abandon(): void };

export type Files = {
  create(name: string): FileWriter;
  open(name: string): FileReader;
  /** The whole file, or nothing where there is none. */
  load(name: string): Uint8Array | undefined;
  /** Puts a file in place in one step: a reader sees the old one or the new one. */
  replace(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  list(): readonly string[];
  /** Becomes the one writer; returns how to stop being it. */
  lock(): () => void;
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const WRITE_BUFFER_BYTES = 1 << 18;

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function readAll(descriptor: number, target: Uint8Array, offset: number): void {
  for (let at = 0; at < target.length; ) {
    const read = readSync(descriptor, target, at, target.length - at, offset + at);
    if (read === 0) throw new Error(`file ended ${target.length - at} bytes early`);
    at += read;
  }
}

function diskWriter(path: string): FileWriter {
  const descriptor = openSync(path, 'w');
  const buffer = new Uint8Array(WRITE_BUFFER_BYTES);
  let filled = 0;
  const flush = (): void => {
    writeAll(descriptor, buffer.subarray(0, filled));
    filled = 0;
  };
  return {
    write(bytes) {
      if (filled + bytes.length > buffer.length) flush();
      if (bytes.length > buffer.length) return writeAll(descriptor, bytes);
      buffer.set(bytes, filled);
      filled += bytes.length;
    },
    finish() {
      flush();
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
    abandon() {
      closeSync(descriptor);
      rmSync(path, { force: true });
    },
  };
}

function diskReader(path: string): FileReader {
  const descriptor = openSync(path, 'r');
  const { size } = fstatSync(descriptor);
  const readInto = (target: Uint8Array, offset: number): void => readAll(descriptor, target, offset);
  return {
    size,
    readInto,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      readInto(bytes, offset);
      return bytes;
    },
    close: () => closeSync(descriptor),
  };
}

/** A rename is durable once its folder is. Windows cannot open folders and needs no such step. */
function syncFolder(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function diskFiles(directory: string): Files {
  const path = (name: string): string => join(directory, name);
  const create = (name: string): FileWriter => {
    makeFolder(directory);
    return diskWriter(path(name));
  };
  return {
    create,
    open: (name) => diskReader(path(name)),
    load(name) {
      try {
        return readFileSync(path(name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    replace(name, bytes) {
      const temporary = create(`${name}.new`);
      try {
        temporary.write(bytes);
        temporary.finish();
      } catch (error) {
        temporary.abandon();
        throw error;
      }
      renameSync(path(`${name}.new`), path(name));
      syncFolder(directory);
    },
    remove: (name) => rmSync(path(name), { force: true }),
    list() {
      try {
        return readdirSync(directory);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    lock() {
      makeFolder(directory);
      return takeLock(path('writer.lock'));
    },
  };
}

function memoryReader(bytes: Uint8Array): FileReader {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.slice(offset, offset + length),
    readInto: (target, offset) => target.set(bytes.subarray(offset, offset + target.length)),
    close: () => undefined,
  };
}

export function memoryFiles(): Files {
  const contents = new Map<string, Uint8Array>();
  return {
    create(name) {
      const parts: Uint8Array[] = [];
      return {
        write: (bytes) => void parts.push(Uint8Array.from(bytes)),
        finish: () => void contents.set(name, new Uint8Array(Buffer.concat(parts))),
        abandon: () => undefined,
      };
    },
    open(name) {
      const bytes = contents.get(name);
      if (!bytes) throw Object.assign(new Error(`no file ${name}`), { code: 'ENOENT' });
      return memoryReader(bytes);
    },
    load: (name) => contents.get(name),
    replace: (name, bytes) => void contents.set(name, Uint8Array.from(bytes)),
    remove: (name) => void contents.delete(name),
    list: () => [...contents.keys()],
    lock: () => () => undefined,
  };
}
