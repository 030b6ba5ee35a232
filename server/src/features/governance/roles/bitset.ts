/** A set of elements, one bit each at the position the registry assigned. */
export type Bitset = Int32Array
const bitsPerWord = 32

/** Words needed for a highest bit position. */
export const wordsFor = (highest: number): number => Math.floor(highest / bitsPerWord) + 1

/** Takes the set positions, and the number of words. */
export const bitset = (bits: readonly number[], words: number): Bitset => {
  const set = new Int32Array(words)
  for (const bit of bits) {
    const word = Math.floor(bit / bitsPerWord)
    set[word] = (set[word] ?? 0) | (1 << (bit % bitsPerWord))
  }
  return set
}

/** Adds the other's bits to the first. */
export const addTo = (sum: Bitset, other: Bitset): void => {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) | (other[at] ?? 0)
}
/** Bits of the one that the other lacks. */
export const difference = (one: Bitset, other: Bitset): Bitset => one.map((word, at) => word & ~(other[at] ?? 0))
/** Bits of both. */
export const intersection = (one: Bitset, other: Bitset): Bitset => one.map((word, at) => word & (other[at] ?? 0))
export const isEmpty = (set: Bitset): boolean => set.every((word) => word === 0)
export const has = (set: Bitset, bit: number): boolean =>
  ((set[Math.floor(bit / bitsPerWord)] ?? 0) & (1 << (bit % bitsPerWord))) !== 0

/** Set positions in ascending order. */
export const listBits = (set: Bitset): number[] => {
  const bits: number[] = []
  set.forEach((word, at) => {
    for (let left = word; left !== 0; left &= left - 1) bits.push(at * bitsPerWord + 31 - Math.clz32(left & -left))
  })
  return bits
}
