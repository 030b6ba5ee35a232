import { expect, it } from 'vitest'
import { treeStep } from './tree-keys.ts'

const lines = [['a'], ['a/1', 'a/2', 'a/3'], ['a/4'], ['b'], ['c']]
const step = (key: string, current: string, open?: boolean, shiftKey = false) =>
  treeStep(lines, current, { open, parent: current.includes('/') ? 'a' : undefined }, { key, shiftKey })

it('moves along lines and between them', () => {
  expect(step('ArrowDown', 'a/3')).toEqual({ go: 'a/4' })
  expect(step('ArrowUp', 'a/4')).toEqual({ go: 'a/1' })
  expect(step('ArrowDown', 'c')).toEqual({ go: 'c' })
  expect([step('ArrowRight', 'a/1'), step('ArrowLeft', 'a/3')]).toEqual([{ go: 'a/2' }, { go: 'a/2' }])
  expect([step('ArrowRight', 'a/3'), step('ArrowLeft', 'a/4')]).toEqual([{ go: undefined }, { go: 'a' }])
  expect([step('Home', 'a/3'), step('End', 'a')]).toEqual([{ go: 'a' }, { go: 'c' }])
  expect([step('PageDown', 'a/2'), step('PageUp', 'c')]).toEqual([{ go: 'c' }, { go: 'a' }])
})
it('opens and closes branches, and ticks', () => {
  expect([step('ArrowRight', 'a', false), step('ArrowRight', 'a', true)]).toEqual([{ open: true }, { go: 'a/1' }])
  expect([step('ArrowLeft', 'a', true), step('ArrowLeft', 'a', false)]).toEqual([{ open: false }, { go: undefined }])
  expect([step(' ', 'b'), step('Enter', 'b'), step(' ', 'b', false, true)]).toEqual(['tick', 'tick', 'tickBelow'])
  expect(step('x', 'a')).toBeUndefined()
})
