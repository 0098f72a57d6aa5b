/** Counts words as G-RAG does, between blanks, and makes a text shorter the way its public code does at last. */

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** The ten words of the public code. */
const STOP_WORDS = new Set(['the', 'a', 'an', 'and', 'or', 'but', 'is', 'are', 'was', 'were']);

/**
 * "The mill is old and the bridge is new." -> "mill old bridge new." No other word goes, so the text may still be too
 * long.
 */
export function dropStopWords(text: string): string {
  return text
    .split(/(\s+)/)
    .filter((piece) => !STOP_WORDS.has(piece.toLowerCase()))
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?(\n+) ?/g, '$1')
    .trim();
}
