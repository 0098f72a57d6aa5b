/** Longer texts are not kept, nor more than this together: a hostile page must not fill the memory. */
const LONGEST_KEPT = 50_000;
const MOST_CHARACTERS = 4_000_000;

/**
 * A pure function of a text that keeps what it found in the last texts: the same passages are looked at for every
 * prompt and every claim.
 */
export function remember<Found>(limit: number, find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  let characters = 0;
  return (text) => {
    const kept = known.get(text);
    const found = kept ?? find(text);
    if (text.length > LONGEST_KEPT) return found;
    if (!known.delete(text)) characters += text.length;
    known.set(text, found);
    for (const oldest of known.keys()) {
      if (known.size <= limit && characters <= MOST_CHARACTERS) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return found;
  };
}
