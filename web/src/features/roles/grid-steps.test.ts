import { expect, it } from 'vitest'
import { type GridPlace, stepInGrid } from './grid-steps.ts'

// Two rows side by side in threes: 0 1 2 / 3 4, then 0 1 2 / 3.
const rows = [5, 4]
const press = (row: number, cell: number, key: string, ctrlKey = false) => {
  const { row: r, cell: c } = stepInGrid(rows, { row, cell }, { key, ctrlKey }, 3) as GridPlace
  return [r, c]
}

it('moves along a row, its heading first, and stops at its ends', () => {
  expect(press(0, 0, 'ArrowRight')).toEqual([0, 1])
  expect(press(0, 4, 'ArrowRight')).toEqual([0, 4])
  expect(press(0, 0, 'ArrowLeft')).toEqual([0, -1])
  expect(press(0, -1, 'ArrowLeft')).toEqual([0, -1])
})

it('moves between lines, and from row to row', () => {
  expect(press(0, 1, 'ArrowDown')).toEqual([0, 4])
  expect(press(0, 2, 'ArrowDown')).toEqual([0, 4])
  expect(press(0, 4, 'ArrowDown')).toEqual([1, 1])
  expect(press(1, 1, 'ArrowUp')).toEqual([0, 4])
  expect(press(1, 2, 'ArrowUp')).toEqual([0, 4])
  expect(press(1, 0, 'ArrowUp')).toEqual([0, 3])
  expect(press(0, 1, 'ArrowUp')).toEqual([0, 1])
  expect(press(1, 3, 'ArrowDown')).toEqual([1, 3])
  expect(press(0, -1, 'ArrowDown')).toEqual([1, -1])
})

it('knows the first and the last', () => {
  expect(press(0, 3, 'Home')).toEqual([0, -1])
  expect(press(0, 0, 'End')).toEqual([0, 4])
  expect(press(1, 2, 'Home', true)).toEqual([0, -1])
  expect(press(0, 0, 'End', true)).toEqual([1, 3])
  expect(stepInGrid(rows, { row: 0, cell: 0 }, { key: 'x', ctrlKey: false }, 3)).toBeUndefined()
})
