/** Keeps the number of segments small and the folder free of files that no commit speaks of. */
import type { Files } from './files.js';
import { MANIFEST, type Manifest, writeManifest } from './manifest.js';
import { mergeSegments, toMerge } from './merge.js';
import { pause } from './pending.js';
import { PARTS, partName } from './segment-writer.js';
import type { Snapshots } from './snapshot.js';

/** Removes what a crash left behind, and what was merged away. */
export function removeStrays(files: Files, { segments }: Manifest): void {
  const known = new Set([MANIFEST, 'writer.lock']);
  for (const { name, tombstones } of segments) {
    for (const part of PARTS) known.add(partName(name, part));
    if (tombstones !== undefined) known.add(tombstones);
  }
  for (const name of files.list()) if (!known.has(name)) files.remove(name);
}

/** Names segments. A name is never used twice, not even after a failure: caches go by it. */
export type SegmentNames = { next: number; readonly name: () => string };

export function numberFrom(first: number): SegmentNames {
  const numbering: SegmentNames = { next: first, name: () => `s${numbering.next++}` };
  return numbering;
}

export type Household = { readonly files: Files; readonly snapshots: Snapshots; readonly numbering: SegmentNames };

/** Replaces a range of segments by one. */
export async function mergeRange(
  { files, snapshots, numbering }: Household,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { manifest, segments } = snapshots.current();
  const { titleWeight, generation } = manifest;
  const merged = await mergeSegments(segments.slice(from, to), { files, name: numbering.name(), titleWeight, pause });
  const all = [...manifest.segments.slice(0, from), ...(merged ? [merged] : []), ...manifest.segments.slice(to)];
  const next = { ...manifest, generation: generation + 1, nextSegment: numbering.next, segments: all };
  writeManifest(files, next);
  snapshots.show(next);
  removeStrays(files, next);
}

/** Merges while there are too many segments of a size. */
export async function keepHouse(household: Household): Promise<void> {
  for (;;) {
    const range = toMerge(household.snapshots.current().manifest.segments);
    if (!range) return;
    await mergeRange(household, range);
  }
}
