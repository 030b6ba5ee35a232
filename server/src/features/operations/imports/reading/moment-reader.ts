import { momentsShowing } from '../../../../kernel/zoned-time.ts'

/** Times that are remembered: a column often repeats a few. */
const maxKnown = 1000

/**
 * Creates the function that makes moments of wall-clock times in a zone: `2026-11-26`, or with `T09:30:00`. A time that
 * the clocks leave out is as much later.
 */
export const createMomentReader = (timeZone: string) => {
  const moments = momentsShowing(timeZone)
  const known = new Map<string, string>()
  return (local: string): string => {
    const found = known.get(local) ?? new Date(moments(local)[0]).toISOString()
    if (known.size < maxKnown) known.set(local, found)
    return found
  }
}
