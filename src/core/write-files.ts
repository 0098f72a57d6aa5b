/**
 * The one way to make folders and to write files: nothing that was there is lost when it fails, and nothing waits for
 * ever.
 */
import { closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Makes a folder and those above it, one by one: where none can be made, as under /proc, Node's own way never ends. */
export function makeFolder(folder: string, options: { readonly mode?: number } = {}): void {
  const path = resolve(folder);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path), options);
  try {
    mkdirSync(path, options);
  } catch (error) {
    const isThere =
      (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (!isThere) throw error;
  }
}

/**
 * Replaces the whole file at once: a kill or a full disk leaves the old or the new one. A device or pipe is written to
 * as it is.
 */
export function replaceFile(file: string, text: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    writeThrough(openForWriting(file), text);
    return;
  }
  const part = `${file}.part`;
  try {
    writeThrough(openSync(part, 'w'), text);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function writeThrough(descriptor: number, text: string): void {
  try {
    writeAll(descriptor, text);
    try {
      fsyncSync(descriptor);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error; // what is no file on a disk cannot be synced
    }
  } finally {
    closeSync(descriptor);
  }
}

export function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Opens a file to write or append to. A pipe that nobody reads is refused at once instead of waited for. */
export function openForWriting(
  file: string,
  { flags = 'w', mode }: { readonly flags?: 'w' | 'a'; readonly mode?: number } = {},
): number {
  if (statSync(file, { throwIfNoEntry: false })?.isFIFO())
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK));
  return openSync(file, flags, mode);
}
