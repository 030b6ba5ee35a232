import { expect, it } from 'vitest'
import { lengthText, rangeLabel, toTimeFilter } from './bucket-times.ts'

const formatIn = (timeZone: string) => (iso: string) => new Date(iso).toLocaleString('sv-SE', { timeZone })
const counts = { success: 1, refused: 0, failed: 0 }
const histogram = (seconds: number, before: string, ...starts: string[]) => ({
  seconds,
  before,
  since: null,
  buckets: starts.map((from) => ({ from, ...counts })),
})

it('filters by whole seconds, up to the last one of the last bucket', () => {
  const hours = histogram(
    3600,
    '2026-03-01T02:30:00Z',
    '2026-03-01T00:20:00Z',
    '2026-03-01T01:00:00Z',
    '2026-03-01T02:00:00Z',
  )
  const format = formatIn('Asia/Shanghai')
  expect(toTimeFilter(hours, { first: 0, last: 1 }, format)).toBe('2026-03-01 08:20:00~2026-03-01 09:59:59')
  expect(toTimeFilter(hours, { first: 2, last: 2 }, format)).toBe('2026-03-01 10:00:00~2026-03-01 10:29:59')
  expect(rangeLabel(hours, { first: 0, last: 1 }, format)).toBe('03-01 08:20 至 10:00')
})
it('keeps to days that have 23 or 25 hours', () => {
  const zone = 'America/New_York'
  const days = histogram(86_400, '2026-11-03T05:00:00Z', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z')
  expect(toTimeFilter(days, { first: 0, last: 0 }, formatIn(zone))).toBe('2026-11-01 00:00:00~2026-11-01 23:59:59')
  expect(rangeLabel(days, { first: 0, last: 0 }, formatIn(zone))).toBe('2026-11-01')
  expect(rangeLabel(days, { first: 0, last: 1 }, formatIn(zone))).toBe('2026-11-01 至 2026-11-02')
})
it('names lengths in the largest unit', () => {
  expect([1, 90, 1800, 10_800, 604_800].map(lengthText)).toEqual(['1 秒', '90 秒', '30 分钟', '3 小时', '7 天'])
})
