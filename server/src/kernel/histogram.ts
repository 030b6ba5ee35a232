import { type Bucket, type Histogram, maxBuckets } from '@atrium/contract/kernel/histogram.ts'
import { createTimeFormatter } from './wall-clock.ts'
import { momentsShowing, type Span } from './zoned-time.ts'

/** The first moment of each bucket, in milliseconds, and the end of the last. */
export type Buckets = { seconds: number; starts: readonly number[]; before: number }
/** Counts of the bucket with this number; the first one has number 1. */
export type Counted = Omit<Bucket, 'from'> & { bucket: number }

const [minute, hour, day] = [60, 3600, 86_400]
const inUnit = (unit: number, counts: readonly number[]) => counts.map((count) => count * unit)
/** Lengths that people think in, in seconds. */
const lengths = [
  inUnit(1, [1, 2, 5, 10, 15, 30]),
  inUnit(minute, [1, 2, 5, 10, 15, 30]),
  inUnit(hour, [1, 2, 3, 6, 12]),
  inUnit(day, [1, 2, 7, 14, 28, 91, 182, 364]),
].flat()
/** A Monday, on which weeks begin. */
const origin = Date.UTC(1970, 0, 5)
/** Buckets do not begin with the range, and a clock that is set back shows an hour twice. */
const margin = 3

/**
 * Divides a time into buckets that begin on whole minutes, hours, days or weeks of a zone.
 * @param span - on whole seconds; not empty
 */
export const divideTime = ({ from, before }: Span, timeZone: string): Buckets => {
  const [shown, moments] = [createTimeFormatter(timeZone), momentsShowing(timeZone)]
  const toLocal = (at: number) => Date.parse(`${shown(new Date(at).toISOString()).replace(' ', 'T')}Z`)
  const fits = (seconds: number) => (before - from) / 1000 / seconds <= maxBuckets - margin
  const seconds = lengths.find(fits) ?? 3640 * day
  const length = seconds * 1000
  const starts = [from]
  const first = origin + (Math.floor((toLocal(from) - origin) / length) + 1) * length
  for (let local = first; local < toLocal(before) + 2 * hour * 1000; local += length) {
    const [at] = moments(new Date(local).toISOString().slice(0, 19))
    if (at > (starts.at(-1) ?? from) && at < before) starts.push(at)
  }
  return { seconds, starts, before }
}

const nothing = { success: 0, refused: 0, failed: 0 }
export const emptyHistogram: Histogram = { seconds: hour, before: null, since: null, buckets: [] }

/** The histogram of these counts. Takes buckets that no count names as empty. */
export const toHistogram = (
  { seconds, starts, before }: Buckets,
  counted: readonly Counted[],
  since: string | null,
): Histogram => {
  const byNumber = new Map(
    counted.map(({ bucket, success, refused, failed }) => [bucket, { success, refused, failed }]),
  )
  return {
    seconds,
    before: new Date(before).toISOString(),
    since,
    buckets: starts.map((at, index) => ({
      from: new Date(at).toISOString(),
      ...nothing,
      ...byNumber.get(index + 1),
    })),
  }
}

/** The part of a span that a log has rows of, on whole seconds; undefined if there is none. */
export const withinLog = (log: Span, asked: Span | undefined): Span | undefined => {
  const from = Math.max(Math.floor(log.from / 1000) * 1000, asked?.from ?? Number.NEGATIVE_INFINITY)
  const before = Math.min(Math.floor(log.before / 1000) * 1000 + 1000, asked?.before ?? Number.POSITIVE_INFINITY)
  return from < before ? { from, before } : undefined
}
