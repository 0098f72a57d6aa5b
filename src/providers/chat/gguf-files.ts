/**
 * The folder of GGUF files in the data directory: what is there, whether it is sound, and where a configured model's
 * file is.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { usageError } from '../../core/errors.js';
import { knownModel } from './gguf-catalogue.js';

export function modelsFolder(dataDirectory: string): string {
  return join(dataDirectory, 'models');
}

/** A name of the catalogue, the name of a file that was downloaded, or a path. */
export function findModelFile(model: string, dataDirectory: string): string {
  const inFolder = join(modelsFolder(dataDirectory), knownModel(model)?.file ?? basename(model));
  const found = [resolve(model), inFolder].find((path) => path.endsWith('.gguf') && existsSync(path));
  if (found) return found;
  const how = knownModel(model)
    ? `"winnow models get ${model}" downloads it.`
    : '"winnow models" lists the known ones; else give the path of a .gguf file.';
  throw usageError(`There is no model file for "${model}". ${how}`);
}

export type ModelFile = { readonly file: string; readonly path: string; readonly bytes: number };

export function modelFiles(dataDirectory: string): ModelFile[] {
  const folder = modelsFolder(dataDirectory);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.gguf'));
  return files.sort().map((file) => ({ file, path: join(folder, file), bytes: statSync(join(folder, file)).size }));
}

export type CheckedFile = ModelFile & { readonly state: 'sound' | 'damaged' | 'unknown'; readonly said: string };

/** Compares with the catalogue's hash, else with the one noted when the file was downloaded. */
export async function checkModelFile(found: ModelFile, signal: AbortSignal): Promise<CheckedFile> {
  if (!hasMagic(found.path)) return { ...found, state: 'damaged', said: 'this is no GGUF file' };
  const expected = knownModel(found.file)?.sha256 ?? notedHash(found.path);
  const sha256 = await hashOf(found.path, signal);
  if (expected === undefined)
    return { ...found, state: 'unknown', said: `sha256 ${sha256}; nothing to compare it with` };
  if (expected === sha256) return { ...found, state: 'sound', said: `sha256 ${sha256}` };
  return {
    ...found,
    state: 'damaged',
    said: `sha256 is ${sha256}, should be ${expected}; delete the file and get it again`,
  };
}

export const noteOfHash = (path: string): string => `${path}.sha256`;

function notedHash(path: string): string | undefined {
  const note = noteOfHash(path);
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

/** Every GGUF file begins with these four letters. */
export function hasMagic(path: string): boolean {
  const descriptor = openSync(path, 'r');
  try {
    const first = Buffer.alloc(4);
    readSync(descriptor, first, 0, 4, 0);
    return first.toString('latin1') === 'GGUF';
  } finally {
    closeSync(descriptor);
  }
}

export async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    signal.throwIfAborted();
    hash.update(bytes as Buffer);
  }
  return hash.digest('hex');
}
