/** Bytes read lately, up to a limit: what keeps the memory of an index bounded whatever its size. */

export type ByteCache = { get(key: string, load: () => Uint32Array): Uint32Array };

/**
 * Two generations: what is used moves to the young one; when that is full, the old one is forgotten as a whole.
 * A strict order of use would need deletions one by one, and a Map slows down as they add up.
 */
export function byteCache(limitBytes: number): ByteCache {
  let young = new Map<string, Uint32Array>();
  let old = new Map<string, Uint32Array>();
  let youngBytes = 0;

  const keep = (key: string, words: Uint32Array): Uint32Array => {
    if (youngBytes + words.byteLength > limitBytes / 2) {
      old = young;
      young = new Map();
      youngBytes = 0;
    }
    young.set(key, words);
    youngBytes += words.byteLength;
    return words;
  };
  return { get: (key, load) => young.get(key) ?? keep(key, old.get(key) ?? load()) };
}
