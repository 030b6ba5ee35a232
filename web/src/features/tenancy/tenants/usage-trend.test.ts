import { expect, it } from 'vitest'
import { daysUntilFull, fillDays } from './usage-trend.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-09-01')
const daysOf = (values: readonly number[]) =>
  values.map((users, index) => ({
    day: new Date(start + index * dayMs).toISOString().slice(0, 10),
    users,
    sms: users,
    storage: users / 10,
  }))
const growing = Array.from({ length: 60 }, (_, day) => 100 + 2 * day)

it('says when a limit is reached by steady growth', () => {
  expect(daysUntilFull(daysOf(growing), 'users', 264)).toBe(23)
  expect(daysUntilFull(daysOf(growing), 'storage', 26.4)).toBe(23)
  const wavering = growing.map((value, day) => value + (day % 3) * 4)
  expect(daysUntilFull(daysOf(wavering), 'users', 300)).toBeGreaterThan(30)
})
it.each([
  ['without a limit', growing, null],
  ['that is full', growing, 218],
  ['with too few days', growing.slice(0, 27), 300],
  ['without growth', growing.map(() => 100), 300],
  ['that shrinks', growing.toReversed(), 300],
  ['that jumps', growing.map((_, day) => (day % 7 === 0 ? 200 : 100)), 300],
  ['more than a year ahead', growing, 5000],
])('says nothing of usage %s', (_, values, limit) => {
  expect(daysUntilFull(daysOf(values), 'users', limit)).toBeUndefined()
})
it('says nothing of messages', () => {
  expect(daysUntilFull(daysOf(growing), 'sms', 264)).toBeUndefined()
})
it('takes a day without a count for one like the day before', () => {
  const [first, , third] = daysOf([1, 2, 3])
  expect(
    fillDays(
      [first, third].filter((each) => each !== undefined),
      'users',
    ),
  ).toEqual([
    { day: '2026-09-01', value: 1 },
    { day: '2026-09-02', value: 1 },
    { day: '2026-09-03', value: 3 },
  ])
})
