import dayjs, { type Dayjs } from 'dayjs'

/** Search dates as the specification writes them (§5): `yyyy-MM-dd`, and `yyyy-MM-dd HH:mm:ss` at both ends of a range. */
export const dayFormat = 'YYYY-MM-DD'
export const momentFormat = 'YYYY-MM-DD HH:mm:ss'
const between = '~'

/** The moment a text names; null when it names none. */
export const momentOf = (text: string | undefined): Dayjs | null => {
  const at = text ? dayjs(text) : null
  return at?.isValid() ? at : null
}

/** The two ends of `from~to`. */
export const rangeOf = (text: string | undefined): [Dayjs | null, Dayjs | null] => {
  const [from, to] = (text ?? '').split(between)
  return [momentOf(from), momentOf(to)]
}

/** `from~to`; undefined unless both ends are known. */
export const rangeText = (from: Dayjs | null | undefined, to: Dayjs | null | undefined): string | undefined =>
  from && to ? `${from.format(momentFormat)}${between}${to.format(momentFormat)}` : undefined
