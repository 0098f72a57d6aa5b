/**
 * The folder that a run is written to: new, empty, or one that an earlier run wrote. Somebody's documents are not written
 * among.
 */
import { readdirSync, statSync } from 'node:fs';
import { messageOf, usageError, WinnowError } from '../../core/errors.js';
import { isSystemError, kindOf, whyOf } from '../../core/files.js';
import { makeFolder } from '../../core/write-files.js';

/** What a run, a grid or a search for options leaves in its folder from its beginning on. */
const OURS: ReadonlySet<string> = new Set(['run.json', 'rows.jsonl', 'grid.json', 'points', 'search', 'writer.lock']);

export function makeOutputFolder(folder: string): void {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && !found.isDirectory()) throw usageError(`${folder} is ${kindOf(found)}. Choose a folder.`);
    const names = found ? readdirSync(folder) : [];
    if (names.length > 0 && !names.some((name) => OURS.has(name)))
      throw usageError(`${folder} holds ${names.length} files of something else. Choose a new or an empty folder.`);
    makeFolder(folder);
  } catch (cause) {
    if (cause instanceof WinnowError) throw cause;
    const why = isSystemError(cause) ? whyOf(cause) : messageOf(cause);
    const message = `The folder ${folder} cannot be made or written: ${why}. Choose a folder you may write to.`;
    throw usageError(message, { cause });
  }
}
