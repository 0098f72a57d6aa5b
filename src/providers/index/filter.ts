/** Which passages of a segment a filter lets through. */
import { type Bits, emptyBits, hasBit } from './bits.js';
import { documentKey } from './dictionary.js';
import { bitsOfKeys } from './evaluate.js';
import { fieldPrefix, metadataKey } from './metadata.js';
import type { Segment } from './segment.js';
import type { Filter, MetadataValue } from './types.js';

const keyOf = (field: string, value: MetadataValue): string =>
  field === 'document' ? documentKey(String(value)) : metadataKey(field, value);

/** Keys of a field between two values, both included; values of another type than the bounds are outside. */
function* keysBetween(
  segment: Segment,
  field: string,
  { from, to }: { from?: MetadataValue; to?: MetadataValue },
): Generator<string> {
  const bound = from ?? to;
  if (bound === undefined) return;
  const kind = keyOf(field, bound)[fieldPrefix(field).length] ?? '';
  const lowest = from === undefined ? fieldPrefix(field) + kind : keyOf(field, from);
  const highest = to === undefined ? undefined : keyOf(field, to);
  for (const { key } of segment.dictionary.from(lowest)) {
    if (!key.startsWith(fieldPrefix(field) + kind) || (highest !== undefined && key > highest)) return;
    yield key;
  }
}

function allowedBy(segment: Segment, field: string, condition: Filter[string]): Bits {
  if (typeof condition !== 'object') return bitsOfKeys(segment, [keyOf(field, condition)]);
  if ('oneOf' in condition)
    return bitsOfKeys(
      segment,
      condition.oneOf.map((value) => keyOf(field, value)),
    );
  return bitsOfKeys(segment, keysBetween(segment, field, condition));
}

/** Passages that must not be found: deleted ones, and those a condition leaves out. Nothing where all may be. */
export function blockedBy(segment: Segment, filter: Filter | undefined): Bits | undefined {
  const conditions = Object.entries(filter ?? {});
  if (conditions.length === 0) return segment.deleted;
  const blocked = segment.deleted?.slice() ?? emptyBits(segment.info.passages);
  for (const [field, condition] of conditions) {
    const allowed = allowedBy(segment, field, condition);
    for (let at = 0; at < blocked.length; at += 1) blocked[at]! |= ~allowed[at]!;
  }
  return blocked;
}

export const isBlocked = (blocked: Bits | undefined, passage: number): boolean =>
  blocked !== undefined && hasBit(blocked, passage);
