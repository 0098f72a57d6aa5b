/**
 * The three refinements as the public code performs them, on strings, for comparison: the added word is not quoted, the
 * boost is escaped and so has no effect, and since the retriever matches plain text, `-"word"` adds the word instead of
 * excluding it.
 */
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Python's re.escape, which the public code applies to the replacement too. */
const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}_"]/gu, '\\$&');

const occurrence = (word: string): RegExp =>
  new RegExp(String.raw`"${escapePattern(word)}"(?:\^\d)?|${escapePattern(word)}`, 'u');

export function extendAsRepo(query: string, word: string): string {
  return `${query} ${word}`;
}

export function filterAsRepo(query: string, word: string): string {
  const pattern = occurrence(word);
  return word !== '' && pattern.test(query) ? query.replace(pattern, '') : `${query} -"${word}"`;
}

export function emphasiseAsRepo(query: string, word: string): string {
  const found = word === '' ? null : occurrence(word).exec(query);
  if (!found) return `"${word}" ${query}`;
  const weight = Number(/\^(\d)$/.exec(found[0])?.[1] ?? 1) + 1;
  return query.replace(found[0], () => escaped(`"${word}"^${weight}`));
}
