import * as z from 'zod/mini'

const wrongTime = '时间格式不正确'
const isNone = (input: unknown) => input === undefined || input === null || input === ''
const earliest = Date.parse('2000-01-01T00:00:00Z')
const latest = Date.parse('2200-01-01T00:00:00Z')
/** A moment somebody chose, in ISO 8601. */
export const chosenMoment = z.iso
  .datetime({ offset: true, abort: true, error: ({ input }) => (isNone(input) ? '请选择时间' : wrongTime) })
  .check(z.refine((time) => Date.parse(time) >= earliest && Date.parse(time) < latest, wrongTime))

/** The same, or none: for good, at once. Null when it is left out. */
export const perhapsMoment = z._default(z.nullable(chosenMoment), null)
