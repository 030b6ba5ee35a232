import { expect, it } from 'vitest'
import { type GridPosition, moveInGrid } from './grid-steps.ts'

// Two rows, three cells per line: 0 1 2 / 3 4, then 0 1 2 / 3.
const rows = [5, 4]
const press = (row: number, cell: number, key: string, ctrlKey = false) => {
  const { row: r, cell: c } = moveInGrid(rows, { row, cell }, { key, ctrlKey }, 3) as GridPosition
  return [r, c]
}

it('moves along a row, starting at its heading, and stops at its ends', () => {
  expect(press(0, 0, 'ArrowRight')).toEqual([0, 1])
  expect(press(0, 4, 'ArrowRight')).toEqual([0, 4])
  expect(press(0, 0, 'ArrowLeft')).toEqual([0, -1])
  expect(press(0, -1, 'ArrowLeft')).toEqual([0, -1])
})

it('moves between lines and from row to row', () => {
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

it('jumps to the first and last cell', () => {
  expect(press(0, 3, 'Home')).toEqual([0, -1])
  expect(press(0, 0, 'End')).toEqual([0, 4])
  expect(press(1, 2, 'Home', true)).toEqual([0, -1])
  expect(press(0, 0, 'End', true)).toEqual([1, 3])
  expect(moveInGrid(rows, { row: 0, cell: 0 }, { key: 'x', ctrlKey: false }, 3)).toBeUndefined()
})
