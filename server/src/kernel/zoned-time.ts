import { createTimeFormatter } from './wall-clock.ts'

/** In milliseconds, `before` exclusive. */
export type Span = { from: number; before: number }

const dayMs = 86_400_000
/** What texts with four digits of a year hold, and the database stores. */
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
const clamp = (at: number, margin = 0) => Math.min(Math.max(at, earliest + margin), latest - margin)
const asUtc = (local: string) => Date.parse(`${local.replace(' ', 'T').padStart(19, '0')}Z`)

/**
 * Creates the function that finds the first and the last moment at which the clocks of a zone show a time, in
 * milliseconds: the same one, except where clocks are set back. A time that they leave out is as much later. In:
 * `2026-11-26`, or with ` 09:30:00`. Zones are known to Node alone: databases have lists of their own.
 */
export const momentsShowing = (timeZone: string) => {
  const shown = createTimeFormatter(timeZone)
  const offsetAt = (moment: number) => {
    // So that the year it shows has four digits too.
    const at = clamp(moment, dayMs)
    return asUtc(shown(new Date(at).toISOString())) - (at - (at % 1000))
  }
  return (local: string): readonly [first: number, last: number] => {
    const wanted = asUtc(local.length === 10 ? `${local}T00:00:00` : local)
    const offsets = [offsetAt(wanted - dayMs), offsetAt(wanted + dayMs)] as const
    const found = offsets.map((offset) => wanted - offset).filter((at) => at + offsetAt(at) === wanted)
    const moments = (found.length > 0 ? found : [wanted - offsets[0]]).map((at) => clamp(at))
    return [Math.min(...moments), Math.max(...moments)]
  }
}
