import { expect, it } from 'vitest'
import { dayFormat, endOfDayTyped, parseMoment, parseRange, rangeText, toIso } from './date-text.ts'

it('parses the range it formats', () => {
  const text = '2026-01-01 00:00:00~2026-01-31 23:59:59'
  expect(rangeText(...parseRange(text))).toBe(text)
})

it.each([undefined, '', 'x', '~', '2026-01-01 00:00:00', 'x~y'])('takes %s for no range', (text) =>
  expect(rangeText(...parseRange(text))).toBeUndefined(),
)

it('parses a date', () => expect(parseMoment('2026-02-03')?.format(dayFormat)).toBe('2026-02-03'))

it('converts wall-clock times of a zone, in summer and in winter', () => {
  expect(toIso('2026-03-18 09:30:00', 'Asia/Shanghai')).toBe('2026-03-18T01:30:00.000Z')
  expect(toIso('2026-07-01 00:00:00', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z')
  expect(toIso('2026-03-08 03:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
})

it('takes a date without a time as the end of that day', () => {
  expect(endOfDayTyped('2030-01-31')).toBe('2030-01-31 23:59:59')
  for (const other of ['2030-02-31', '2030-01-31 08:00:00', '2030', 'x', ''])
    expect(endOfDayTyped(other)).toBeUndefined()
})
