/** Random numbers that come out the same for the same seed. For sampling and resampling; not for secrets. */

/** Returns a source of numbers in [0, 1). Chris Doty-Humphrey's sfc32 (PractRand), 32 bits a draw. */
export function seededRandom(seed: number | string): () => number {
  let [first, second, third, counter] = [hash(`${seed}`), hash(`1 ${seed}`), hash(`2 ${seed}`), 1];
  const draw = (): number => {
    const sum = (first + second + counter) | 0;
    counter = (counter + 1) | 0;
    first = second ^ (second >>> 9);
    second = (third + (third << 3)) | 0;
    third = (((third << 21) | (third >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 15; round += 1) draw(); // PractRand's own warm-up: until the seed has reached every bit
  return draw;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}

/** The items in an order drawn by the source of numbers (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}
