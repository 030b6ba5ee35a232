import { expect, it } from 'vitest'
import { formatMinutes } from '../../../ui/format-minutes.ts'
import { formatRemaining, minutesOptions } from './visit-words.ts'

it.each([
  [5, '5 分钟'],
  [60, '1 小时'],
  [90, '1 小时 30 分钟'],
  [240, '4 小时'],
])('formats %i minutes as %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text))

it.each([
  [7200, '2 小时'],
  [3541, '1 小时'],
  [301, '6 分钟'],
  [300, '5 分 00 秒'],
  [59, '0 分 59 秒'],
  [0, '0 分 00 秒'],
])('formats %i remaining seconds as %s', (seconds, text) => expect(formatRemaining(seconds)).toBe(text))

it('offers no duration above the maximum', () => {
  expect(minutesOptions().map(({ value }) => value)).toEqual([15, 30, 60, 120, 240])
  expect(minutesOptions(45).map(({ value }) => value)).toEqual([15, 30, 45])
  expect(minutesOptions(60).map(({ value }) => value)).toEqual([15, 30, 60])
  expect(minutesOptions(10).map(({ value }) => value)).toEqual([10])
})
