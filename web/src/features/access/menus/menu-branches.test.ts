import { describe, expect, it } from 'vitest'
import { measureDepths, moveRow, movesBetween, openRows, positionByKey, positionByZone } from './menu-branches.ts'

const row = (id: string, parent: string | null, sort: number, kind: 'dir' | 'menu' | 'link' = 'dir') => ({
  id,
  parent,
  sort,
  kind,
})
const rows = [
  row('a', null, 10),
  row('a1', 'a', 10),
  row('a2', 'a', 20, 'menu'),
  row('b', null, 20),
  row('b1', 'b', 10, 'link'),
  row('c', null, 30),
]
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(' ')
const press = (id: string, key: string) => {
  const place = positionByKey(rows, id, key)
  return place && ids(moveRow(rows, id, place))
}

it('computes depths and hides rows below collapsed ones', () => {
  expect([...measureDepths(rows).values()]).toEqual([0, 1, 1, 0, 1, 0])
  expect(ids(openRows(rows, new Set(['a'])))).toBe('a b b1 c')
})

describe('arrow keys', () => {
  it('move up and down among siblings, with descendants', () => {
    expect(press('b', 'ArrowUp')).toBe('b b1 a a1 a2 c')
    expect(press('a', 'ArrowDown')).toBe('b b1 a a1 a2 c')
    expect(press('a', 'ArrowUp')).toBeUndefined()
    expect(press('c', 'ArrowDown')).toBeUndefined()
  })
  it('move below the previous sibling, and out after the parent', () => {
    expect(press('c', 'ArrowRight')).toBe('a a1 a2 b b1 c')
    expect(moveRow(rows, 'c', positionByKey(rows, 'c', 'ArrowRight') ?? { parent: null }).at(-1)?.parent).toBe('b')
    expect(press('a1', 'ArrowLeft')).toBe('a a2 a1 b b1 c')
    expect(press('a', 'ArrowLeft')).toBeUndefined()
    expect(press('a', 'ArrowRight')).toBeUndefined()
  })
})

describe('a pointer', () => {
  it('puts a row before, below or after another', () => {
    const drop = (id: string, target: string, zone: 'before' | 'inside' | 'after') =>
      ids(moveRow(rows, id, positionByZone(rows, target, zone) ?? { parent: null }))
    expect(drop('c', 'a', 'before')).toBe('c a a1 a2 b b1')
    expect(drop('c', 'a', 'inside')).toBe('a a1 a2 c b b1')
    expect(drop('c', 'a', 'after')).toBe('a a1 a2 c b b1')
    expect(drop('a', 'c', 'after')).toBe('b b1 c a a1 a2')
  })
  it('cannot put a row below itself, below a link, or in its own position', () => {
    expect(moveRow(rows, 'a', { parent: 'a1' })).toBe(rows)
    expect(moveRow(rows, 'a', { parent: 'b1' })).toBe(rows)
    expect(moveRow(rows, 'a', { parent: null, before: 'a' })).toBe(rows)
  })
})

it('sends only positions that differ', () => {
  expect(movesBetween(rows, rows)).toEqual([])
  expect(movesBetween(rows, moveRow(rows, 'c', { parent: null, before: 'b' }))).toEqual([
    { id: 'c', parent: null, sort: 20 },
    { id: 'b', parent: null, sort: 30 },
  ])
  expect(movesBetween(rows, moveRow(rows, 'a2', { parent: 'b', before: 'b1' }))).toEqual([
    { id: 'a2', parent: 'b', sort: 10 },
    { id: 'b1', parent: 'b', sort: 20 },
  ])
})
