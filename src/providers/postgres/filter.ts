/** A filter as conditions in SQL. */
import { fieldPrefix, metadataKey, metadataKeys } from '../index/metadata.js';
import type { Filter, IndexEntry, MetadataValue } from '../index/types.js';
import type { Values } from './values.js';

/** As in the embedded index, but for NUL, which PostgreSQL does not store. */
export const storable = (key: string): string => key.replaceAll('\u0000', '\u0001');
export const keyOf = (field: string, value: MetadataValue): string => storable(metadataKey(field, value));
export const keysOf = ({ passage, metadata }: IndexEntry): string[] => metadataKeys(passage, metadata).map(storable);

type Between = { readonly from?: MetadataValue; readonly to?: MetadataValue };

export function filterConditions(filter: Filter = {}, values: Values): string[] {
  return Object.entries(filter).map(([field, condition]) => {
    if (typeof condition !== 'object') return equals(field, [condition], values);
    return 'oneOf' in condition ? equals(field, condition.oneOf, values) : between(field, condition, values);
  });
}

function equals(field: string, meant: readonly MetadataValue[], values: Values): string {
  if (field === 'document') return `p.document = any(${values.put(meant.map(String), 'text[]')})`;
  return `p.keys && ${values.put(
    meant.map((value) => keyOf(field, value)),
    'text[]',
  )}`;
}

/** Values of another type than the bounds are outside: the letter of the type stands before each. */
function between(field: string, { from, to }: Between, values: Values): string {
  const bound = from ?? to;
  if (bound === undefined) return 'false';
  const kind = keyOf(field, bound).slice(0, fieldPrefix(field).length + 1);
  const conditions = [
    `starts_with(k, ${values.put(kind, 'text')})`,
    ...(from === undefined ? [] : [`k >= ${values.put(keyOf(field, from), 'text')} collate "C"`]),
    ...(to === undefined ? [] : [`k <= ${values.put(keyOf(field, to), 'text')} collate "C"`]),
  ];
  return `exists (select from unnest(p.keys) k where ${conditions.join(' and ')})`;
}
