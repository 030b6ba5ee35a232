import dayjs, { type Dayjs } from 'dayjs'
import { formatMoment } from './time.tsx'

/** Formats of search dates: `yyyy-MM-dd`, and `yyyy-MM-dd HH:mm:ss` at both ends of a range. */
export const dayFormat = 'YYYY-MM-DD'
export const momentFormat = 'YYYY-MM-DD HH:mm:ss'
const rangeSeparator = '~'

/** Parses a date or time; null if invalid. */
export const parseMoment = (text: string | undefined): Dayjs | null => {
  const at = text ? dayjs(text) : null
  return at?.isValid() ? at : null
}

/** The last second of a date typed without a time; undefined for any other text. */
export const endOfDayTyped = (text: string): string | undefined =>
  parseMoment(text)?.format(dayFormat) === text ? `${text} 23:59:59` : undefined

/** Parses `from~to`. */
export const parseRange = (text: string | undefined): [Dayjs | null, Dayjs | null] => {
  const [from, to] = (text ?? '').split(rangeSeparator)
  return [parseMoment(from), parseMoment(to)]
}

type End = Dayjs | null | undefined
/** Formats `from~to`; undefined unless both ends are set. */
export const rangeText = (from: End, to: End, format: string = momentFormat): string | undefined =>
  from && to ? `${from.format(format)}${rangeSeparator}${to.format(format)}` : undefined

const parseAsUtc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Converts the wall-clock time `yyyy-MM-dd HH:mm:ss` of a zone to ISO 8601. */
export const toIso = (text: string, zone: string): string => {
  const target = parseAsUtc(text)
  const shownAt = (at: number) => parseAsUtc(formatMoment(new Date(at).toISOString(), zone))
  const near = target + target - shownAt(target)
  // Corrects once more: a clock change may lie between the first guess and the result.
  return new Date(near + target - shownAt(near)).toISOString()
}
