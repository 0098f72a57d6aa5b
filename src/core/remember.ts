/** A pure function of a text that keeps what it found in the last texts: the same passages are looked at for every prompt and every claim. */
export function remember<Found>(limit: number, find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    const kept = known.get(text);
    const found = kept ?? find(text);
    known.delete(text);
    known.set(text, found);
    const [oldest] = known.size > limit ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return found;
  };
}
