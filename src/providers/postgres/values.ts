/** The values of a statement, numbered as they are put in. */

export type Values = { readonly list: unknown[]; readonly put: (value: unknown, type: string) => string };

export function createValues(): Values {
  const list: unknown[] = [];
  return { list, put: (value, type) => `$${list.push(value)}::${type}` };
}

/** A statement with the values it uses alone: parts of a query that are left out may have put in theirs. */
export function withValues(text: string, { list }: Values): { readonly text: string; readonly values: unknown[] } {
  const used = [...new Set(Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)))];
  const values = used.map((number) => list[number - 1]);
  return { text: text.replace(/\$(\d+)/g, (_, number) => `$${used.indexOf(Number(number)) + 1}`), values };
}
