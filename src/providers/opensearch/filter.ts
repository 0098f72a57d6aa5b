/** A filter as clauses of the cluster's query language. */
import { fieldPrefix, metadataKey } from '../index/metadata.js';
import type { Filter, MetadataValue } from '../index/types.js';

type Between = { readonly from?: MetadataValue; readonly to?: MetadataValue };

export function filterClauses(filter: Filter = {}): object[] {
  return Object.entries(filter).map(([field, condition]) => {
    if (typeof condition !== 'object') return equals(field, [condition]);
    return 'oneOf' in condition ? equals(field, condition.oneOf) : between(field, condition);
  });
}

function equals(field: string, values: readonly MetadataValue[]): object {
  if (field === 'document') return { terms: { document: values.map(String) } };
  return { terms: { keys: values.map((value) => metadataKey(field, value)) } };
}

/** Values of another type than the bounds are outside: the letter of the type stands before each. */
function between(field: string, { from, to }: Between): object {
  const bound = from ?? to;
  if (bound === undefined) return { match_none: {} };
  const kind = metadataKey(field, bound).slice(0, fieldPrefix(field).length + 1);
  return {
    range: {
      keys: {
        gte: from === undefined ? kind : metadataKey(field, from),
        ...(to === undefined ? { lt: next(kind) } : { lte: metadataKey(field, to) }),
      },
    },
  };
}

/** The first text behind all that begin so. */
const next = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
