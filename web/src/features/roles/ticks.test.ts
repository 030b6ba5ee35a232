import { expect, it } from 'vitest'
import { isTicked, onNewerBase, storedTicks, tickedIds, withTicks } from './ticks.ts'

it('keeps the differences alone', () => {
  const ticks = withTicks(withTicks(storedTicks(['a', 'b']), ['b'], false), ['c'], true)
  expect(tickedIds(ticks)).toEqual(['a', 'c'])
  expect([...ticks.changes.keys()]).toEqual(['b', 'c'])
  expect(isTicked(ticks, 'b')).toBe(false)
  expect(withTicks(ticks, ['b', 'c'], true).changes.size).toBe(1)
})

it('lays them over what somebody else has stored meanwhile', () => {
  const mine = withTicks(withTicks(storedTicks(['a', 'b']), ['b'], false), ['c'], true)
  const theirs = onNewerBase(mine, ['a', 'b', 'c', 'd'])
  expect(tickedIds(theirs)).toEqual(['a', 'c', 'd'])
  expect([...theirs.changes.keys()]).toEqual(['b'])
})
