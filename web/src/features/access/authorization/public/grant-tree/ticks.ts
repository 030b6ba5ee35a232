/** Ticks as differences to the stored state, so that a newer stored state keeps them. */
export type Ticks = { base: ReadonlySet<string>; changes: ReadonlyMap<string, boolean> }

/** The stored state without changes. */
export const storedTicks = (ids: readonly string[]): Ticks => ({ base: new Set(ids), changes: new Map() })

export const isTicked = ({ base, changes }: Ticks, id: string): boolean => changes.get(id) ?? base.has(id)

/** Ticks or unticks ids; a value equal to the stored one is no difference. */
export const withTicks = ({ base, changes }: Ticks, ids: readonly string[], on: boolean): Ticks => {
  const next = new Map(changes)
  for (const id of ids) {
    if (base.has(id) === on) next.delete(id)
    else next.set(id, on)
  }
  return { base, changes: next }
}

/** Applies the same differences to a newer stored state. */
export const rebaseTicks = ({ changes }: Ticks, ids: readonly string[]): Ticks => {
  const base = new Set(ids)
  return { base, changes: new Map([...changes].filter(([id, on]) => base.has(id) !== on)) }
}

/** All ticked ids. */
export const tickedIds = ({ base, changes }: Ticks): string[] => [
  ...[...base].filter((id) => changes.get(id) !== false),
  ...[...changes].flatMap(([id, on]) => (on && !base.has(id) ? [id] : [])),
]
