/** Reproducible pseudo-random numbers (mulberry32). */
export const seededRandom = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (max: number): number => Math.floor(next() * max)
  return {
    below,
    /** Throws for an empty list. */
    pick: <T>(list: readonly T[]): T => {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new Error('cannot pick from an empty list')
      return picked
    },
    /** Keeps each entry with a chance of one in `odds`. */
    some: <T>(list: readonly T[], odds: number): T[] => list.filter(() => below(odds) === 0),
  }
}
export type SeededRandom = ReturnType<typeof seededRandom>
