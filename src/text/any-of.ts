/** Alternatives of a long pattern, written as short ones: the source of one that matches any of them. */
export const anyOf = (patterns: readonly RegExp[]): string => patterns.map(({ source }) => source).join('|');
