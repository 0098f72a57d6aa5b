/**
 * A recording: one JSON object a line, one line a call, found by run, port, name, input and how often that was asked
 * before. The order of lines means nothing. A line that a kill cut off is the last one; it is left out when the file is
 * read, and cut away when it is added to.
 */

import { closeSync, existsSync, fdatasyncSync, statSync, truncateSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { usageError, WinnowError } from '../../core/errors.js';
import { readFileBytes, whyOf } from '../../core/files.js';
import { openForWriting, writeAll } from '../../core/write-files.js';
import type { PortName } from './call.js';

export type Place = {
  /** The run the call belongs to; empty for the runs themselves. */
  readonly run: string;
  /** 'run' is the question itself: its boundary and its time; 'keys' the names of the keys that were set. */
  readonly port: PortName | 'run' | 'keys';
  readonly name: string;
  /** Hash of the input. */
  readonly key: string;
  /** How often the same was asked before. */
  readonly n: number;
};

export type RecordedError = {
  readonly code: string | null;
  readonly name: string;
  readonly message: string;
  /** Of a page that could not be read. */
  readonly kind?: string;
  /** The caller gave it up, for a time of its own that was over. */
  readonly givenUp?: true;
};

export type Line = Place & { readonly input: unknown; readonly notes?: readonly string[] } & (
    | { readonly output: unknown }
    | { readonly error: RecordedError }
  );

export const placeKey = ({ run, port, name, key, n }: Place) => [run, port, name, key, n].join('\t');

export type Writer = {
  readonly append: (line: Line) => void;
  readonly has: (place: Place) => boolean;
  readonly close: () => void;
};

/** Goes on after what the file already holds. */
export function openForRecording(file: string): Writer {
  const lines = linesOf(isFile(file) ? readBytes(file) : Buffer.alloc(0));
  // Nothing is cut before all of it is known to be ours: the path may be a slip.
  const held = new Set(
    Array.from({ length: lines.count }, (_, at) => placeKey(parseLine(lines.textOf(at), { file, at }))),
  );
  if (lines.tail.length > 0) cutTail(file, lines);
  let descriptor: number | undefined = openOr(file);
  return {
    has: (place) => held.has(placeKey(place)),
    append: (line) => {
      if (descriptor === undefined) return; // a call that outlived its engine
      held.add(placeKey(line));
      try {
        writeAll(descriptor, `${JSON.stringify(line)}\n`);
      } catch (cause) {
        throw cannotWrite(file, cause);
      }
    },
    close: () => {
      if (descriptor === undefined) return;
      if (isFile(file)) fdatasyncSync(descriptor);
      closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** As much as a buffer of Node 20 can hold. */
const MOST_BYTES = 4 * 1024 ** 3;
const ADVICE = 'Give a file made by calls.record.';

/** What is no file, e.g. /dev/null, holds no calls. */
const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

const cannotWrite = (file: string, cause: unknown) =>
  usageError(
    `The recording ${file} cannot be written: ${whyOf(cause)}. Give calls.record a file in a folder you may write to.`,
    { cause },
  );

/** What every line begins with. */
const BEGINNING = '{"run":"';

function cutTail(file: string, { tail, wholeBytes, count }: Lines): void {
  const beginning = tail.toString('utf8', 0, BEGINNING.length);
  if (!BEGINNING.startsWith(beginning)) throw noRecording({ file, at: count });
  truncateSync(file, wholeBytes);
}

/** Prompts and pages are in it: for the user's eyes alone. */
function openOr(file: string): number {
  try {
    return openForWriting(file, { flags: 'a', mode: 0o600 });
  } catch (cause) {
    throw cannotWrite(file, cause);
  }
}

export type Reader = {
  /** The line, and which of the file's it is. */
  readonly find: (place: Place) => (Line & { readonly at: number }) | undefined;
  /** The lines of a run in the order in which its calls ended. */
  readonly orderOf: (run: string) => readonly number[];
};

export function openForReplay(file: string): Reader {
  if (!existsSync(file)) throw usageError(`There is no recording ${file}. calls.record makes one.`);
  const lines = linesOf(readBytes(file));
  const [places, orders] = [new Map<string, number>(), new Map<string, number[]>()];
  for (let at = 0; at < lines.count; at += 1) {
    const line = parseLine(lines.textOf(at), { file, at });
    places.set(placeKey(line), at);
    const order = orders.get(line.run) ?? [];
    order.push(at);
    orders.set(line.run, order);
  }
  return {
    find: (place) => {
      const at = places.get(placeKey(place));
      return at === undefined ? undefined : { ...parseLine(lines.textOf(at), { file, at }), at };
    },
    orderOf: (run) => orders.get(run) ?? [],
  };
}

type Lines = {
  readonly count: number;
  readonly textOf: (at: number) => string;
  readonly wholeBytes: number;
  /** What stands after the last whole line. */
  readonly tail: Buffer;
};

/** Bytes, of which one line at a time becomes text: no string can hold all of a large recording. */
function linesOf(bytes: Buffer): Lines {
  const starts = [0];
  for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', end + 1)) starts.push(end + 1);
  const wholeBytes = starts.at(-1) as number;
  return {
    count: starts.length - 1,
    textOf: (at) => bytes.toString('utf8', starts[at] as number, (starts[at + 1] as number) - 1),
    wholeBytes,
    tail: bytes.subarray(wholeBytes),
  };
}

/** A recording that is kept for long may be packed. */
function readBytes(file: string): Buffer {
  try {
    const bytes = readFileBytes(file, { mostBytes: MOST_BYTES, advice: ADVICE });
    return file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  } catch (cause) {
    if (cause instanceof WinnowError) throw cause;
    throw usageError(`The recording ${file} cannot be read: ${whyOf(cause)}. ${ADVICE}`, { cause });
  }
}

function parseLine(line: string, { file, at }: { file: string; at: number }): Line {
  try {
    const value = JSON.parse(line) as Line;
    if (typeof value.port === 'string' && typeof value.key === 'string' && typeof value.n === 'number') return value;
  } catch {}
  throw noRecording({ file, at });
}

function noRecording({ file, at }: { file: string; at: number }): WinnowError {
  return usageError(`${file}, line ${at + 1} is not part of a recording. ${ADVICE}`);
}
