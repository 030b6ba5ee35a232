import { expect, it } from 'vitest'
import { dayFormat, momentOf, rangeOf, rangeText } from './date-text.ts'

it('reads back the range it wrote', () => {
  const text = '2026-01-01 00:00:00~2026-01-31 23:59:59'
  expect(rangeText(...rangeOf(text))).toBe(text)
})

it.each([undefined, '', 'x', '~', '2026-01-01 00:00:00', 'x~y'])('takes %s for no range', (text) =>
  expect(rangeText(...rangeOf(text))).toBeUndefined(),
)

it('reads a day', () => expect(momentOf('2026-02-03')?.format(dayFormat)).toBe('2026-02-03'))
