/**
 * Embedded indexes by name: one folder each. A rebuild is written to a folder beside, `NAME.new`, and takes its place
 * by renaming.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { diskFiles } from './files.js';
import { MANIFEST, type Manifest } from './manifest.js';
import { openIndex } from './open.js';
import type { Indexes, Rebuild } from './types.js';

export function embeddedIndexes(root: string): Indexes {
  const folder = (name: string): string => join(root, name);
  const isThere = (name: string): boolean => {
    if (!existsSync(folder(name)) && existsSync(folder(`${name}.old`))) renameSync(folder(`${name}.old`), folder(name)); // a swap that was cut short
    return existsSync(join(folder(name), MANIFEST));
  };
  return {
    names: async () =>
      (existsSync(root) ? readdirSync(root).filter((name) => !name.includes('.') && isThere(name)) : []).sort(),
    version: async (name) => (isThere(name) ? `${statSync(join(folder(name), MANIFEST)).mtimeMs}` : undefined),
    open: async (name) => openIndex({ directory: folder(name) }),
    rebuild: async (name) => rebuild(folder(name)),
    remove: async (name) => {
      rmSync(folder(`${name}.new`), { recursive: true, force: true });
      if (existsSync(folder(name))) remove(folder(name));
    },
  };
}

function rebuild(directory: string): Rebuild {
  const beside = `${directory}.new`;
  const index = openIndex({ directory: beside, after: numbersOf(directory) });
  const finish = async () => {
    await index.close();
    const old = `${directory}.old`;
    rmSync(old, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    const unlock = diskFiles(directory).lock();
    try {
      renameSync(directory, old);
      renameSync(beside, directory);
    } finally {
      unlock();
    }
    rmSync(old, { recursive: true, force: true });
  };
  return { index, finish };
}

/** Readers of the old index tell commits and files by their numbers. A manifest that nobody can read has no readers. */
function numbersOf(directory: string): Pick<Manifest, 'generation' | 'nextSegment'> {
  try {
    const { generation = 0, nextSegment = 0 } = JSON.parse(
      readFileSync(join(directory, MANIFEST), 'utf8'),
    ) as Partial<Manifest>;
    return { generation, nextSegment };
  } catch {
    return { generation: 0, nextSegment: 0 };
  }
}

/** The manifest goes first: half a deletion leaves no index, not a broken one. */
function remove(directory: string): void {
  const unlock = diskFiles(directory).lock();
  try {
    rmSync(join(directory, MANIFEST), { force: true });
  } finally {
    unlock();
  }
  rmSync(directory, { recursive: true, force: true });
}
