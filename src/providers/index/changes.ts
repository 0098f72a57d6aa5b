/**
 * What a writer of an index on a server was given since the last commit, document by document. Sent all at once by the
 * commit.
 */
import { dimensionsWith } from './dense.js';
import type { IndexEntry } from './types.js';

export type DocumentChange = {
  readonly document: string;
  /** The passages it had are to go. */
  isCleared: boolean;
  readonly entries: IndexEntry[];
};

export type Changes = {
  readonly all: () => readonly DocumentChange[];
  readonly of: (document: string) => DocumentChange | undefined;
  readonly add: (entries: readonly IndexEntry[]) => void;
  readonly clear: (document: string) => void;
  /**
   * These passages in place of all that a document has; where they are refused, those added since the last commit are
   * put back.
   */
  readonly replace: (document: string, entries: readonly IndexEntry[]) => void;
  /** The size of all vectors; nothing where there are none. */
  readonly dimensions: () => number | null;
};

export function createChanges(committed: number | null): Changes {
  const changed = new Map<string, DocumentChange>();
  let dimensions = committed;
  const change = (document: string): DocumentChange => {
    const known = changed.get(document) ?? { document, isCleared: false, entries: [] };
    changed.set(document, known);
    return known;
  };
  const add = (entries: readonly IndexEntry[]): void => {
    dimensions = dimensionsWith(entries, dimensions);
    for (const entry of entries) change(entry.passage.source.id).entries.push(entry);
  };
  const clear = (document: string): void => {
    const known = change(document);
    known.isCleared = true;
    known.entries.length = 0;
  };
  const replace = (document: string, entries: readonly IndexEntry[]): void => {
    const before = changed.get(document)?.entries.slice() ?? [];
    clear(document);
    try {
      add(entries);
    } catch (error) {
      add(before);
      throw error;
    }
  };
  return {
    all: () => [...changed.values()],
    of: (document) => changed.get(document),
    dimensions: () => dimensions,
    add,
    clear,
    replace,
  };
}
