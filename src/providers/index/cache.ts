/** Bytes read lately, up to a limit: what keeps the memory of an index bounded whatever its size. */

export type ByteCache = { get(key: string, load: () => Uint32Array): Uint32Array };

/** Forgets what was not used for longest. */
export function byteCache(limitBytes: number): ByteCache {
  const entries = new Map<string, Uint32Array>();
  let bytes = 0;
  return {
    get(key, load) {
      const known = entries.get(key);
      if (known) {
        entries.delete(key);
        entries.set(key, known);
        return known;
      }
      const loaded = load();
      entries.set(key, loaded);
      bytes += loaded.byteLength;
      for (const [oldest, value] of entries) {
        if (bytes <= limitBytes || oldest === key) break;
        entries.delete(oldest);
        bytes -= value.byteLength;
      }
      return loaded;
    },
  };
}
