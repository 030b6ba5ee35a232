/** What somebody ticks, beside what is stored: only the differences are kept, so a newer store changes nothing of them. */
export type Ticks = { base: ReadonlySet<string>; changes: ReadonlyMap<string, boolean> }

/** Nothing is ticked differently yet. In: what is stored. */
export const storedTicks = (ids: readonly string[]): Ticks => ({ base: new Set(ids), changes: new Map() })

export const isTicked = ({ base, changes }: Ticks, id: string): boolean => changes.get(id) ?? base.has(id)

/** Ticks or unticks some; what is as stored again is no difference any more. */
export const withTicks = ({ base, changes }: Ticks, ids: readonly string[], on: boolean): Ticks => {
  const next = new Map(changes)
  for (const id of ids) {
    if (base.has(id) === on) next.delete(id)
    else next.set(id, on)
  }
  return { base, changes: next }
}

/** The same differences over something newer. */
export const onNewerBase = ({ changes }: Ticks, ids: readonly string[]): Ticks => {
  const base = new Set(ids)
  return { base, changes: new Map([...changes].filter(([id, on]) => base.has(id) !== on)) }
}

/** All that is ticked, as it is stored. */
export const tickedIds = ({ base, changes }: Ticks): string[] => [
  ...[...base].filter((id) => changes.get(id) !== false),
  ...[...changes].flatMap(([id, on]) => (on && !base.has(id) ? [id] : [])),
]
