import { expect, it } from 'vitest'
import { isTicked, rebaseTicks, storedTicks, tickedIds, withTicks } from './ticks.ts'

it('keeps only the differences', () => {
  const ticks = withTicks(withTicks(storedTicks(['a', 'b']), ['b'], false), ['c'], true)
  expect(tickedIds(ticks)).toEqual(['a', 'c'])
  expect([...ticks.changes.keys()]).toEqual(['b', 'c'])
  expect(isTicked(ticks, 'b')).toBe(false)
  expect(withTicks(ticks, ['b', 'c'], true).changes.size).toBe(1)
})

it('applies them on top of a newer stored state', () => {
  const mine = withTicks(withTicks(storedTicks(['a', 'b']), ['b'], false), ['c'], true)
  const theirs = rebaseTicks(mine, ['a', 'b', 'c', 'd'])
  expect(tickedIds(theirs)).toEqual(['a', 'c', 'd'])
  expect([...theirs.changes.keys()]).toEqual(['b'])
})
