/** The list of segments that make up the index. Putting a new one in place is the commit. */
import { usageError } from '../../core/errors.js';
import type { Files } from './files.js';

/**
 * Raised when files of an older version can no longer be read, or text is cut into other terms than theirs was (2:
 * options, parts of identifiers, languages).
 */
export const FORMAT_VERSION = 2;
export const MANIFEST = 'manifest.json';

/** What to do about an index that cannot be used: of its own, or a corpus of an engine. */
export const REBUILD = 'Make it again from its sources; a corpus: winnow ingest <sources> --corpus <name> --rebuild.';

export type SegmentInfo = {
  readonly name: string;
  readonly passages: number;
  readonly documents: number;
  readonly vectors: number;
  /** Sum of the lengths of passages that are not deleted. */
  readonly length: number;
  readonly deleted: number;
  /** File with the deleted passages as bits. */
  readonly tombstones?: string;
};

export type Manifest = {
  readonly format: 'winnow-index';
  readonly version: number;
  readonly generation: number;
  /** Number of the next new segment. Never used twice, so that no cache can mistake one for another. */
  readonly nextSegment: number;
  readonly language: string;
  readonly titleWeight: number;
  readonly dimensions: number | null;
  readonly segments: readonly SegmentInfo[];
  readonly notes: Readonly<Record<string, unknown>>;
};

function refuse(what: string, location: string): never {
  throw usageError(`${location} ${what} ${REBUILD}`);
}

function checked(value: Partial<Manifest> | null, location: string): Manifest {
  if (value?.format !== 'winnow-index' || !Array.isArray(value.segments))
    refuse('is not a corpus this version can read.', location);
  if (value.version !== FORMAT_VERSION) {
    const age = (value.version ?? 0) > FORMAT_VERSION ? 'newer' : 'older';
    refuse(
      `was written in format ${value.version}, which is ${age} than the format ${FORMAT_VERSION} of this version of Winnow.`,
      location,
    );
  }
  return value as Manifest;
}

export function readManifest(files: Files, location: string): Manifest | undefined {
  const bytes = files.load(MANIFEST);
  if (!bytes) return undefined;
  let value: Partial<Manifest> | null = null;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    refuse('has a damaged manifest.', location);
  }
  return checked(value, location);
}

export function writeManifest(files: Files, manifest: Manifest): void {
  files.replace(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
}
