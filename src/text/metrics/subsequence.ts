/** Length of the longest common subsequence of two token lists; linear in memory, 32 table cells at a time. */

const WORD_BITS = 32;

/**
 * Bit-parallel (Hyyrö 2004, "Bit-parallel LCS-length computation revisited"): one bit per token of `first`, zero where
 * the table row steps up. Each token of `second` turns the row into the next: row = (row + hit) | (row & ~hit), hit =
 * row & (places of the token).
 */
export function longestCommonSubsequence(first: readonly string[], second: readonly string[]): number {
  const places = placesOf(first);
  const row = new Uint32Array(Math.ceil(first.length / WORD_BITS)).fill(0xffffffff);
  const mask = new Uint32Array(row.length);
  for (const token of second) {
    const at = places.get(token);
    if (!at) continue;
    for (const place of at) mask[place >>> 5]! |= 1 << (place & 31);
    advance(row, mask);
    for (const place of at) mask[place >>> 5] = 0;
  }
  return countZeros(row, first.length);
}

function placesOf(tokens: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  tokens.forEach((token, index) => {
    const list = places.get(token);
    if (list) list.push(index);
    else places.set(token, [index]);
  });
  return places;
}

function advance(row: Uint32Array, mask: Uint32Array): void {
  let carry = 0;
  for (let index = 0; index < row.length; index += 1) {
    const old = row[index]!;
    const hit = (old & mask[index]!) >>> 0;
    const sum = old + hit + carry; // below 2^33, so exact
    carry = sum > 0xffffffff ? 1 : 0;
    row[index] = sum | (old & ~hit); // storing keeps the lower 32 bits
  }
}

function countZeros(row: Uint32Array, bits: number): number {
  let zeros = 0;
  for (let bit = 0; bit < bits; bit += 1) if (((row[bit >>> 5]! >>> (bit & 31)) & 1) === 0) zeros += 1;
  return zeros;
}
