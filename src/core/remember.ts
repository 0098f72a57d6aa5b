/** Longer texts are not kept: a hostile page must not fill the memory. */
const LONGEST_KEPT = 10_000;

/** A pure function of a text that keeps what it found in the last texts: the same passages are looked at for every prompt and every claim. */
export function remember<Found>(limit: number, find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    const kept = known.get(text);
    const found = kept ?? find(text);
    if (text.length > LONGEST_KEPT) return found;
    known.delete(text);
    known.set(text, found);
    const [oldest] = known.size > limit ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return found;
  };
}
