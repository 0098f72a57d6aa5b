/** Columns of sheets by letters, from 0: A, B, ..., Z, AA. */
export function columnNumber(reference: string): number | undefined {
  const letters = /^\$?([A-Z]{1,3})/.exec(reference)?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
