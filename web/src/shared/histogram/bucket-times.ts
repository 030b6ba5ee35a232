import type { Histogram } from '@atrium/contract/kernel/histogram.ts'
import { t } from '../../ui/texts.ts'

type Times = Pick<Histogram, 'before' | 'buckets'>
export type Range = { first: number; last: number }
/** Formats an ISO 8601 timestamp as `yyyy-MM-dd HH:mm:ss`. */
type Format = (iso: string) => string

const [minute, day] = [60, 86_400]

/** End of a bucket, exclusive. */
const endOf = ({ buckets, before }: Times, index: number): string =>
  buckets[index + 1]?.from ?? before ?? buckets[index]?.from ?? ''
const lastSecondOf = (histogram: Times, index: number) =>
  new Date(Date.parse(endOf(histogram, index)) - 1000).toISOString()

/** These buckets as the time filter of a list. */
export const toTimeFilter = (histogram: Times, { first, last }: Range, format: Format): string =>
  `${format(histogram.buckets[first]?.from ?? '')}~${format(lastSecondOf(histogram, last))}`

/** How precisely a bucket's times are shown. */
const cut = (text: string, seconds: number) => {
  if (seconds >= day) return text.slice(0, 10)
  return text.slice(5, seconds >= minute ? 16 : 19)
}
/** `11-28 10:00 至 11:00`, or one day. */
export const rangeLabel = (
  histogram: Times & Pick<Histogram, 'seconds'>,
  { first, last }: Range,
  format: Format,
): string => {
  const { seconds, buckets } = histogram
  const from = cut(format(buckets[first]?.from ?? ''), seconds)
  const to = cut(format(seconds >= day ? lastSecondOf(histogram, last) : endOf(histogram, last)), seconds)
  if (from === to) return from
  return t('{from} 至 {to}', { from, to: seconds < day && from.slice(0, 5) === to.slice(0, 5) ? to.slice(6) : to })
}
/** The time at which a bucket begins, for an axis. */
export const startLabel = ({ buckets, seconds }: Histogram, index: number, format: Format): string =>
  cut(format(buckets[index]?.from ?? ''), seconds)

const units = [
  [day, t('天')],
  [3600, t('小时')],
  [minute, t('分钟')],
  [1, t('秒')],
] as const
/** `1 小时`. */
export const lengthText = (seconds: number): string => {
  const [length, unit] = units.find(([each]) => seconds % each === 0) ?? [1, t('秒')]
  return `${seconds / length} ${unit}`
}
