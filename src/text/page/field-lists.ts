/**
 * References that describe each thing by the same few fields (`Specifies`, `Type of value`, `Default value`): a list of
 * fields is one entry under its heading, since a field by itself does not say whose it is.
 */
import type { Block } from './blocks.js';

/** A field comes in this many lists, and a list is one of fields where this share of its terms are. */
const FEWEST_LISTS = 3;
const SHARE = 0.6;

export function withoutFieldEntries(blocks: readonly Block[]): readonly Block[] {
  const lists = new Map<string, number>();
  for (const block of blocks) for (const term of termsOf(block)) lists.set(term, (lists.get(term) ?? 0) + 1);
  return blocks.map((block) => {
    const terms = [...termsOf(block)];
    const fields = terms.filter((term) => FIELD.test(term) && (lists.get(term) ?? 0) >= FEWEST_LISTS);
    if (terms.length === 0 || fields.length < SHARE * terms.length) return block;
    const { items, ...whole } = block;
    return whole;
  });
}

/** A name for a field is plain words (`Type of value`); options and settings, which lists share as well, are not. */
const FIELD = /^\p{Lu}[\p{Ll} ]+$/u;

/** Rows of a table stand below the names of its columns, which say what they are. */
function termsOf({ items = [] }: Block): ReadonlySet<string> {
  return new Set(items.flatMap(({ headings }) => (headings.length === 1 ? headings : [])));
}
