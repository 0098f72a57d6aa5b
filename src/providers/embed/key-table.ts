/**
 * Which slots may hold a key, by 32 bits of it: 16 bytes of memory for each or less, where a Map of strings takes a
 * hundred.
 */

export type KeyTable = {
  /** The slot now holds a key with these bits, and no longer the one it had. */
  put(slot: number, bits: number): void;
  /** Slots whose keys have these bits; few of them, and rarely one too many. */
  slotsOf(bits: number): number[];
};

const FIRST_SIZE = 1024;
const NONE = -1;

/** Keys are parts of a hash, so their low bits are spread evenly: chains of slots hang on them. */
export function createKeyTable(): KeyTable {
  let bitsOf = new Uint32Array(FIRST_SIZE);
  let next = new Int32Array(FIRST_SIZE).fill(NONE);
  let heads = new Int32Array(FIRST_SIZE).fill(NONE);
  let used = new Uint8Array(FIRST_SIZE);

  const headOf = (bits: number): number => bits & (heads.length - 1);
  const link = (slot: number): void => {
    const head = headOf(bitsOf[slot]!);
    next[slot] = heads[head]!;
    heads[head] = slot;
  };
  const unlink = (slot: number): void => {
    const head = headOf(bitsOf[slot]!);
    if (heads[head] === slot) {
      heads[head] = next[slot]!;
      return;
    }
    for (let at = heads[head]!; at !== NONE; at = next[at]!) if (next[at] === slot) next[at] = next[slot]!;
  };
  const grow = (size: number): void => {
    const larger = <T extends { set(values: T): void }>(made: T, values: T): T => {
      made.set(values);
      return made;
    };
    bitsOf = larger(new Uint32Array(size), bitsOf);
    used = larger(new Uint8Array(size), used);
    next = new Int32Array(size).fill(NONE);
    heads = new Int32Array(size).fill(NONE);
    used.forEach((isUsed, slot) => {
      if (isUsed === 1) link(slot);
    });
  };

  return {
    put(slot, bits) {
      while (slot >= bitsOf.length) grow(bitsOf.length * 2);
      if (used[slot] === 1) unlink(slot);
      used[slot] = 1;
      bitsOf[slot] = bits;
      link(slot);
    },
    slotsOf(bits) {
      const found: number[] = [];
      for (let at = heads[headOf(bits)]!; at !== NONE; at = next[at]!) if (bitsOf[at] === bits) found.push(at);
      return found;
    },
  };
}
