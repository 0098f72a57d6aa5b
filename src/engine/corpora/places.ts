/** Where corpora live: one folder each under `corpora` in the data directory. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../../core/errors.js';
import { diskFiles } from '../../providers/index/files.js';
import { MANIFEST } from '../../providers/index/manifest.js';
import type { Config } from '../config.js';
import { defaultDataDirectory } from '../environment.js';

export type Place = { readonly dataDirectory: string; readonly name: string };

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

export const dataDirectoryOf = ({ dataDirectory }: Config): string => dataDirectory ?? defaultDataDirectory();

export function corpusFolder({ dataDirectory, name }: Place): string {
  if (!NAME.test(name))
    throw new WinnowError(
      'usage',
      `"${name}" cannot be the name of a corpus. Use up to 64 letters, digits, "-" and "_", e.g. --corpus handbook.`,
    );
  return join(dataDirectory, 'corpora', name);
}

export function corpusNames(dataDirectory: string): string[] {
  const folder = join(dataDirectory, 'corpora');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, MANIFEST)))
    .sort();
}

/** The folder of a corpus that is there; else an error that says which there are. */
export function existingFolder(place: Place): string {
  const folder = corpusFolder(place);
  if (existsSync(join(folder, MANIFEST))) return folder;
  const names = corpusNames(place.dataDirectory);
  const known = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There is none yet.';
  throw new WinnowError('usage', `There is no corpus "${place.name}". ${known} "winnow ingest <sources> --corpus ${place.name}" makes it.`);
}

/** Deletes everything of a corpus, unless someone is writing it. The manifest goes first: half a deletion leaves no corpus, not a broken one. */
export function deleteCorpus(place: Place): void {
  const folder = corpusFolder(place);
  if (!existsSync(folder)) return;
  const unlock = diskFiles(folder).lock();
  try {
    rmSync(join(folder, MANIFEST), { force: true });
  } finally {
    unlock();
  }
  rmSync(folder, { recursive: true, force: true });
}
