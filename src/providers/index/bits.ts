/** Sets of passages as bits. */

export type Bits = Uint32Array;

export const emptyBits = (size: number): Bits => new Uint32Array((size + 31) >>> 5);
export const hasBit = (bits: Bits, at: number): boolean => (bits[at >>> 5]! & (1 << (at & 31))) !== 0;
export const setBit = (bits: Bits, at: number): void => {
  bits[at >>> 5]! |= 1 << (at & 31);
};

export function countBits(bits: Bits): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at]!;
    for (; word !== 0; count += 1) word &= word - 1;
  }
  return count;
}
