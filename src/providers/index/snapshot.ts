/** What a reader sees: the segments of one commit. Taking up a newer commit reuses the segments that both share. */
import { byteCache } from './cache.js';
import type { Files } from './files.js';
import { type Manifest, readManifest, type SegmentInfo } from './manifest.js';
import { openSegment, type Segment } from './segment.js';

export type Snapshot = { readonly manifest: Manifest; readonly segments: readonly Segment[] };

export type Snapshots = {
  current(): Snapshot;
  /** Shows this manifest from now on. */
  show(manifest: Manifest): void;
  /** Looks for a newer commit on disk. */
  refresh(): boolean;
  open(info: SegmentInfo): Segment;
  close(): void;
};

const sameFiles = (left: SegmentInfo, right: SegmentInfo): boolean =>
  left.name === right.name && left.tombstones === right.tombstones;
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
/** A writer may merge files away between reading the manifest and opening them; then the manifest is newer too. */
const MOST_TRIES = 20;

export type SnapshotOptions = {
  readonly files: Files;
  readonly location: string;
  readonly cacheBytes: number;
  readonly empty: Manifest;
};

export function openSnapshots({ files, location, cacheBytes, empty }: SnapshotOptions): Snapshots {
  const cache = byteCache(cacheBytes);
  const open = (info: SegmentInfo): Segment => openSegment(files, info, cache);
  let snapshot: Snapshot = { manifest: empty, segments: [] };

  const show = (manifest: Manifest): void => {
    const opened: Segment[] = [];
    const kept = new Set<Segment>();
    try {
      for (const info of manifest.segments) {
        const known = snapshot.segments.find((segment) => sameFiles(segment.info, info));
        if (known) kept.add(known);
        opened.push(known ?? open(info));
      }
    } catch (error) {
      for (const segment of opened) if (!kept.has(segment)) segment.close();
      throw error;
    }
    for (const segment of snapshot.segments) if (!kept.has(segment)) segment.close();
    snapshot = { manifest, segments: opened };
  };

  const refresh = (): boolean => {
    for (let attempt = 1; ; attempt += 1) {
      const manifest = readManifest(files, location);
      if (!manifest || manifest.generation === snapshot.manifest.generation) return false;
      try {
        show(manifest);
        return true;
      } catch (error) {
        if (!isMissing(error) || attempt === MOST_TRIES) throw error;
      }
    }
  };
  refresh();
  return {
    current: () => snapshot,
    show,
    refresh,
    open,
    close() {
      for (const segment of snapshot.segments) segment.close();
      snapshot = { manifest: snapshot.manifest, segments: [] };
    },
  };
}
