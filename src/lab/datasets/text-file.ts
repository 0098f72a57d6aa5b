/** Reading a text file whole: UTF-8, with or without byte order mark; says plainly what is wrong with any other. */

import { statSync } from 'node:fs';
import { usageError } from '../../core/errors.js';
import { readFileBytes } from '../../core/files.js';

/** Node's longest string is about 2^29 characters. */
const LARGEST_BYTES = 500_000_000;

export function readTextFile(path: string): string {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw usageError(`${path} does not exist. Check the path.`);
  if (bytes > LARGEST_BYTES) throw usageError(`${path} has ${bytes} bytes, more than ${LARGEST_BYTES}. Split it.`);
  const text = decode(path);
  if (text.trim() === '') throw usageError(`${path} is empty. Give a file with at least one row.`);
  return text;
}

/** Half of what a string can hold. */
const MOST_BYTES = 256 * 1024 * 1024;

function decode(path: string): string {
  const bytes = readFileBytes(path, { mostBytes: MOST_BYTES, advice: 'Give a file of questions.' });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw usageError(`${path} cannot be read as UTF-8 text. Save it as UTF-8 and try again.`, { cause });
  }
}

/** The lines that are not blank, with their numbers from 1. */
export function* numberedLines(text: string): Generator<{ readonly line: string; readonly number: number }> {
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (line.trim() !== '') yield { line: line.endsWith('\r') ? line.slice(0, -1) : line, number };
  }
}
