import dayjs, { type Dayjs } from 'dayjs'
import { formatMoment } from './time.tsx'

/** Search dates as the specification writes them (§5): `yyyy-MM-dd`, and `yyyy-MM-dd HH:mm:ss` at both ends of a range. */
export const dayFormat = 'YYYY-MM-DD'
export const momentFormat = 'YYYY-MM-DD HH:mm:ss'
const between = '~'

/** The moment a text names; null when it names none. */
export const momentOf = (text: string | undefined): Dayjs | null => {
  const at = text ? dayjs(text) : null
  return at?.isValid() ? at : null
}

/** The last second of a day that was typed without a time; undefined where something else was typed. */
export const endOfDayTyped = (text: string): string | undefined =>
  momentOf(text)?.format(dayFormat) === text ? `${text} 23:59:59` : undefined

/** The two ends of `from~to`. */
export const rangeOf = (text: string | undefined): [Dayjs | null, Dayjs | null] => {
  const [from, to] = (text ?? '').split(between)
  return [momentOf(from), momentOf(to)]
}

/** `from~to`; undefined unless both ends are known. */
export const rangeText = (from: Dayjs | null | undefined, to: Dayjs | null | undefined): string | undefined =>
  from && to ? `${from.format(momentFormat)}${between}${to.format(momentFormat)}` : undefined

const asIfUtc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

/** The moment at which the clocks of a zone show `yyyy-MM-dd HH:mm:ss`, as ISO 8601. */
export const isoOf = (text: string, zone: string): string => {
  const wanted = asIfUtc(text)
  const shownAt = (at: number) => asIfUtc(formatMoment(new Date(at).toISOString(), zone))
  const near = wanted + wanted - shownAt(wanted)
  // Once more: the clocks may be changed between the first guess and the moment meant.
  return new Date(near + wanted - shownAt(near)).toISOString()
}
