import { wallClock } from '../../../kernel/wall-clock.ts'

const asUtc = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)

/**
 * Creates the function that makes moments of wall-clock times in a zone: `2026-11-26`, or with `T09:30:00`. A time that
 * the clocks leave out is as much later.
 */
export const createMomentOf =
  (timeZone: string) =>
  (local: string): string => {
    const wanted = asUtc(local.length === 10 ? `${local}T00:00:00` : local)
    const shownAt = (at: number) => asUtc(wallClock(timeZone, new Date(at)))
    // What the zone shows at that time in UTC is off by its distance, which may be another one there.
    const first = wanted - (shownAt(wanted) - wanted)
    return new Date(first - (shownAt(first) - wanted)).toISOString()
  }
