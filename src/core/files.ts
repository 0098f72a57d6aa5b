/**
 * The one way to read a file that somebody named (write-files.ts: to write one). Only regular files are read, and only
 * up to a size: a device has no end and a pipe may never begin. What fails says why in words, and what to do.
 */
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { usageError, WinnowError } from './errors.js';

export type ReadLimits = {
  /** Default: 64 MB. */
  readonly mostBytes?: number;
  /** What to do when it cannot be read: "Give a JSONL file with a query a line." */
  readonly advice: string;
};

const MEGABYTE = 1024 * 1024;
/** Configurations, question sets and answers are far smaller; recordings and documents say what they allow. */
const MOST_BYTES = 64 * MEGABYTE;

export function readFileBytes(file: string, limits: ReadLimits): Buffer {
  checkReadable(file, statOf(file, limits), limits);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return collect(file, limits, (buffer) => readSync(descriptor, buffer, 0, buffer.length, null));
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw cannotRead(file, cause, limits);
  }
}

/** UTF-8 without its mark. */
export function readFileText(file: string, limits: ReadLimits): string {
  return readFileBytes(file, limits)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** The same without keeping others waiting; for documents, which may be large. */
export async function readFileLater(file: string, limits: ReadLimits): Promise<Buffer> {
  const found = statOf(file, limits);
  checkReadable(file, found, limits);
  try {
    const handle = await open(file, 'r');
    try {
      const chunks: Buffer[] = [];
      let total = 0;
      for (;;) {
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes(found)), 0, null, null);
        if (bytesRead === 0) return Buffer.concat(chunks, total);
        total += bytesRead;
        if (total > mostOf(limits)) throw tooLarge(file, total, limits);
        chunks.push(buffer.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw cannotRead(file, cause, limits);
  }
}

const mostOf = ({ mostBytes = MOST_BYTES }: ReadLimits): number => mostBytes;
const chunkBytes = ({ size }: { readonly size: number }): number => Math.min(Math.max(size, 4096) + 1, 4 * MEGABYTE);

/** A file may say it is empty and go on for ever, or grow while it is read. */
function collect(file: string, limits: ReadLimits, read: (buffer: Buffer) => number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const buffer = Buffer.allocUnsafe(MEGABYTE);
    const count = read(buffer);
    if (count === 0) return Buffer.concat(chunks, total);
    total += count;
    if (total > mostOf(limits)) throw tooLarge(file, total, limits);
    chunks.push(buffer.subarray(0, count));
  }
}

function statOf(file: string, limits: ReadLimits): Stats {
  try {
    return statSync(file);
  } catch (cause) {
    throw cannotRead(file, cause, limits);
  }
}

function checkReadable(file: string, found: Stats, limits: ReadLimits): void {
  if (!found.isFile()) throw usageError(`${file} is ${kindOf(found)}, not a file. ${limits.advice}`);
  if (found.size > mostOf(limits)) throw tooLarge(file, found.size, limits);
}

/** "a pipe", for what is there and is no regular file. */
export function kindOf(found: Pick<Stats, 'isDirectory' | 'isFIFO' | 'isSocket' | 'isFile'>): string {
  if (found.isFile()) return 'a file';
  if (found.isDirectory()) return 'a folder';
  return found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device';
}

function tooLarge(file: string, bytes: number, limits: ReadLimits): WinnowError {
  return usageError(
    `${file} is too large: ${megabytes(bytes)} MB, and at most ${megabytes(mostOf(limits))} MB are read. ${limits.advice}`,
  );
}

const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);

function cannotRead(file: string, cause: unknown, { advice }: ReadLimits): WinnowError {
  if (cause instanceof WinnowError) return cause;
  return usageError(`${file} cannot be read: ${whyOf(cause)}. ${advice}`, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you may not do that there',
  EPERM: 'you may not do that there',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'something else is there already',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOSPC: 'there is no room left on the disk',
  EDQUOT: 'there is no room left for you on the disk',
  EROFS: 'that place is read-only',
  EFBIG: 'the file would be larger than is allowed',
  EIO: 'the disk does not work as it should',
  ENXIO: 'nobody reads that pipe',
};

/** Why the operating system refused, in words: "you may not do that there (EACCES)". */
export function whyOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && Object.hasOwn(REASONS, code)
    ? `${REASONS[code]} (${code})`
    : (message ?? String(error));
}

/** An error of the operating system, which is never a mistake of ours. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return error instanceof Error && typeof code === 'string' && (syscall !== undefined || Object.hasOwn(REASONS, code));
}
