import { createTimeFormatter } from '../wall-clock.ts'
import type { DateCell } from '../workbooks/cell.ts'

/** A moment as cell: wall-clock time in the caller's zone; nothing for null. */
export type Clock = (at: string | null) => DateCell | null

export const createClock = (timeZone: string): Clock => {
  const format = createTimeFormatter(timeZone)
  return (at) => (at === null ? null : { date: format(at).replace(' ', 'T') })
}
