import { expect, it } from 'vitest'
import { sharePercent, usageLevel } from './usage-level.ts'

it('a quota warns from 80% on and reports when it is full', () => {
  expect([0, 3, 4, 5, 6].map((used) => usageLevel(used, 5))).toEqual([undefined, undefined, 'near', 'full', 'full'])
  expect([usageLevel(1, 1), usageLevel(0, 1), usageLevel(999, null)]).toEqual(['full', undefined, undefined])
  expect(sharePercent(9999, 10_000)).toBe(99)
})
