import { createTimeFormatter } from '../../../kernel/wall-clock.ts'

const asUtc = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)

/** Times that are remembered: a column often repeats a few. */
const maxKnown = 1000

/**
 * Creates the function that makes moments of wall-clock times in a zone: `2026-11-26`, or with `T09:30:00`. A time that
 * the clocks leave out is as much later.
 */
export const createMomentOf = (timeZone: string) => {
  const shown = createTimeFormatter(timeZone)
  const shownAt = (at: number) => asUtc(shown(new Date(at).toISOString()))
  const momentOf = (local: string): string => {
    const wanted = asUtc(local.length === 10 ? `${local}T00:00:00` : local)
    // What the zone shows at that time in UTC is off by its distance, which may be another one there.
    const first = wanted - (shownAt(wanted) - wanted)
    return new Date(first - (shownAt(first) - wanted)).toISOString()
  }
  const known = new Map<string, string>()
  return (local: string): string => {
    const found = known.get(local) ?? momentOf(local)
    if (known.size < maxKnown) known.set(local, found)
    return found
  }
}
