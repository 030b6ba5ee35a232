import { maxBuckets } from '@atrium/contract/kernel/histogram.ts'
import { expect, it } from 'vitest'
import { divideTime, withinLog } from './histogram.ts'
import { createTimeFormatter } from './wall-clock.ts'

const [minute, day] = [60_000, 86_400_000]
const divide = (from: string, before: string, zone: string) =>
  divideTime({ from: Date.parse(from), before: Date.parse(before) }, zone)
const shownIn = (zone: string, starts: readonly number[]) => {
  const shown = createTimeFormatter(zone)
  return starts.map((at) => shown(new Date(at).toISOString()))
}

it('divides any time into at most the maximum of buckets, none of them empty', () => {
  const from = Date.parse('2026-02-11T09:17:23Z')
  for (const zone of ['America/New_York', 'Asia/Kathmandu'])
    for (const length of [
      1000,
      minute,
      59 * minute,
      7 * 60 * minute,
      day,
      33 * day,
      400 * day,
      9000 * day,
      90_000 * day,
    ]) {
      const { starts, before } = divideTime({ from, before: from + length }, zone)
      expect(starts[0]).toBe(from)
      expect(starts.length).toBeLessThanOrEqual(maxBuckets)
      expect([...starts, before].every((at, index, all) => index === 0 || at > (all[index - 1] ?? at))).toBe(true)
    }
})
it('begins buckets on whole hours and days of the reader’s zone', () => {
  const hours = divide('2026-03-01T00:20:00Z', '2026-03-04T00:00:00Z', 'Asia/Shanghai')
  expect([hours.seconds, shownIn('Asia/Shanghai', hours.starts).slice(0, 3)]).toEqual([
    3600,
    ['2026-03-01 08:20:00', '2026-03-01 09:00:00', '2026-03-01 10:00:00'],
  ])
  const days = divide('2026-03-01T00:20:00Z', '2026-05-30T00:00:00Z', 'Asia/Shanghai')
  expect([days.seconds, shownIn('Asia/Shanghai', days.starts).slice(1, 3)]).toEqual([
    86_400,
    ['2026-03-02 00:00:00', '2026-03-03 00:00:00'],
  ])
  const weeks = divide('2026-01-01T00:00:00Z', '2026-12-01T00:00:00Z', 'UTC')
  expect([weeks.seconds, weeks.starts.slice(1).map((at) => new Date(at).getUTCDay())]).toEqual([
    7 * 86_400,
    weeks.starts.slice(1).map(() => 1),
  ])
})
it('keeps days whole where the clocks change', () => {
  const zone = 'America/New_York'
  const { starts } = divide('2026-10-01T04:00:00Z', '2026-12-01T05:00:00Z', zone)
  expect(shownIn(zone, starts).map((text) => text.slice(11))).toEqual(
    starts.map(() => expect.stringMatching(/^(00|12):00:00$/)),
  )
})
it('is limited to what the log holds', () => {
  const log = { from: 5500, before: 9200 }
  expect(withinLog(log, undefined)).toEqual({ from: 5000, before: 10_000 })
  expect(withinLog(log, { from: 0, before: 7000 })).toEqual({ from: 5000, before: 7000 })
  expect(withinLog(log, { from: 20_000, before: 30_000 })).toBeUndefined()
})
