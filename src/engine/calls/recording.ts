/**
 * A recording: one JSON object a line, one line a call, found by run, port, name, input and how often that was asked before. The order of
 * lines means nothing. A line that a kill cut off is the last one; it is left out when the file is read, and cut away when it is added to.
 */
import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { WinnowError } from '../../core/errors.js';
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

export type Writer = { readonly append: (line: Line) => void; readonly has: (place: Place) => boolean; readonly close: () => void };

/** Goes on after what the file already holds. */
export function openForRecording(file: string): Writer {
  const { lines, wholeBytes, isCutOff } = existsSync(file) ? readLines(file) : { lines: [], wholeBytes: 0, isCutOff: false };
  if (isCutOff) truncateSync(file, wholeBytes);
  const held = new Set(lines.map((line, at) => placeKey(parseLine(line, { file, at }))));
  let descriptor: number | undefined = openOr(file);
  return {
    has: (place) => held.has(placeKey(place)),
    append: (line) => {
      if (descriptor === undefined) return; // a call that outlived its engine
      held.add(placeKey(line));
      writeSync(descriptor, `${JSON.stringify(line)}\n`);
    },
    close: () => {
      if (descriptor === undefined) return;
      fdatasyncSync(descriptor);
      closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** Prompts and pages are in it: for the user's eyes alone. */
function openOr(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (cause) {
    throw new WinnowError('usage', `The recording ${file} cannot be written. Give a path in a folder that exists.`, { cause });
  }
}

export type Reader = {
  /** The line, and which of the file's it is. */
  readonly find: (place: Place) => (Line & { readonly at: number }) | undefined;
  /** The lines of a run in the order in which its calls ended. */
  readonly orderOf: (run: string) => readonly number[];
};

export function openForReplay(file: string): Reader {
  if (!existsSync(file)) throw new WinnowError('usage', `There is no recording ${file}. "--record ${file}" makes one.`);
  const { lines } = readLines(file); // as text: most of a large recording is not needed at the same time
  const [places, orders] = [new Map<string, number>(), new Map<string, number[]>()];
  for (const [at, text] of lines.entries()) {
    const line = parseLine(text, { file, at });
    places.set(placeKey(line), at);
    const order = orders.get(line.run) ?? [];
    order.push(at);
    orders.set(line.run, order);
  }
  return {
    find: (place) => {
      const at = places.get(placeKey(place));
      return at === undefined ? undefined : { ...parseLine(lines[at] as string, { file, at }), at };
    },
    orderOf: (run) => orders.get(run) ?? [],
  };
}

function readLines(file: string): { lines: string[]; wholeBytes: number; isCutOff: boolean } {
  const bytes = readBytes(file);
  const wholeBytes = bytes.lastIndexOf('\n') + 1;
  const text = bytes.subarray(0, wholeBytes).toString('utf8');
  return { lines: text.split('\n').slice(0, -1), wholeBytes, isCutOff: wholeBytes < bytes.length };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new WinnowError('usage', `The recording ${file} cannot be read. Give a file made by --record.`, { cause });
  }
}

function parseLine(line: string, { file, at }: { file: string; at: number }): Line {
  try {
    const value = JSON.parse(line) as Line;
    if (typeof value.port === 'string' && typeof value.key === 'string' && typeof value.n === 'number') return value;
  } catch {}
  throw new WinnowError('usage', `${file}, line ${at + 1} is not part of a recording. Give a file made by --record.`);
}
