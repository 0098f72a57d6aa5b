/**
 * Metadata values as keys of the dictionary, so that filters are lists of passages like any term. Numbers are written
 * so that they sort.
 */
import type { Passage } from '../../core/data.js';
import type { Metadata, MetadataValue } from './types.js';

/**
 * A number as sixteen hexadecimal digits in numeric order: the sign bit turned over, and all bits of negative numbers.
 */
function sortable(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigUint64(0);
  const ordered = bits >> 63n ? BigInt.asUintN(64, ~bits) : bits | (1n << 63n);
  return ordered.toString(16).padStart(16, '0');
}

const encode = (value: MetadataValue): string => {
  if (typeof value === 'number') return `n${sortable(value)}`;
  return typeof value === 'boolean' ? `b${value}` : `s${value}`;
};

/** Everything of one field starts with this. */
export const fieldPrefix = (field: string): string => `m${field}\u0000`;

export const metadataKey = (field: string, value: MetadataValue): string => fieldPrefix(field) + encode(value);

/** The value of a query as text, and as the number or truth value it may have been stored as. */
export function keysMeantBy(field: string, text: string): string[] {
  const number = Number(text);
  return [
    metadataKey(field, text),
    ...(text.trim() !== '' && Number.isFinite(number) ? [metadataKey(field, number)] : []),
    ...(text === 'true' || text === 'false' ? [metadataKey(field, text === 'true')] : []),
  ];
}

export function metadataKeys({ source }: Passage, metadata: Metadata = {}): string[] {
  const known = {
    ...(source.url === '' ? {} : { url: source.url }),
    ...(source.date === undefined ? {} : { date: source.date }),
    ...metadata,
  };
  return Object.entries(known).map(([field, value]) => metadataKey(field, value));
}
