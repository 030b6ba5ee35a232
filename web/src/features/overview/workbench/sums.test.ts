import { expect, it } from 'vitest'
import { changeText, fillMonths, foldSignIns, pickShade } from './sums.ts'

const hoursWith = (...at: [number, number][]) => Array.from({ length: 24 }, (_, hour) => new Map(at).get(hour) ?? 0)

it('folds hours of UTC into days of the viewer’s zone, until yesterday', () => {
  const now = new Date('2026-11-24T14:00:00Z')
  const days = [
    { day: '2026-09-20', hours: hoursWith([3, 100]) },
    { day: '2026-10-24', hours: hoursWith([3, 2]) },
    // In Shanghai 17:00 UTC is the next day: Monday the 23rd, one in the morning.
    { day: '2026-11-22', hours: hoursWith([17, 5]) },
    { day: '2026-11-23', hours: hoursWith([17, 7]) },
  ]
  const sums = foldSignIns(days, 'Asia/Shanghai', now)
  expect([sums.dates[0], sums.dates.at(-1), sums.dates.length]).toEqual(['2026-10-25', '2026-11-23', 30])
  expect([sums.current.at(-1), sums.total, sums.formerTotal]).toEqual([5, 5, 2])
  expect(sums.week[0]?.[1]).toBe(5)
  expect(foldSignIns(days, 'UTC', now).total).toBe(12)
})

it('shades by the share of the highest, and any number more than none', () => {
  expect([0, 1, 25, 26, 100].map((count) => pickShade(count, 100))).toEqual([0, 1, 1, 2, 4])
})

it('tells changes with their sign', () => {
  expect([changeText(113, 100), changeText(90, 100), changeText(1, 0), changeText(7, 7)]).toEqual([
    '+13.0%',
    '-10.0%',
    '',
    '持平',
  ])
})

it('fills missing months', () => {
  const months = fillMonths([{ month: '2026-10', users: 3 }], { users: 0 }, '2026-11')
  expect([months[0], months.at(-2), months.at(-1)]).toEqual([
    { month: '2025-12', users: 0 },
    { month: '2026-10', users: 3 },
    { month: '2026-11', users: 0 },
  ])
})
