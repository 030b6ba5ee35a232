import { expect, it } from 'vitest'
import { fitColumns, numbersKey } from './fit-columns.ts'

const column = (key: string, width: number, rank = 0) => ({ key, width, rank, grows: false })
const fitting = (columns: Parameters<typeof fitColumns>[0], room: number) =>
  [...fitColumns(columns, 48, room).keys].toSorted()

it('all columns and the serial number stand where there is room, and what is left is told', () => {
  const columns = [column('a', 100), column('b', 100), column('c', 100)]
  expect(fitting(columns, 348)).toEqual([numbersKey, 'a', 'b', 'c'])
  expect(fitColumns(columns, 48, 360).left).toBe(12)
  expect(fitColumns(columns, 48, Number.POSITIVE_INFINITY).keys.size).toBe(4)
})

it('the serial number gives way before any column of the usual rank, and after those of a lower one', () => {
  const columns = [column('a', 100), column('b', 100), column('extra', 60, -2)]
  expect(fitting(columns, 308)).toEqual([numbersKey, 'a', 'b', 'extra'])
  expect(fitting(columns, 307)).toEqual([numbersKey, 'a', 'b'])
  expect(fitting(columns, 247)).toEqual(['a', 'b'])
})

it('of one rank the last gives way first, and its room may be taken by a narrower one of the rank alone', () => {
  const columns = [column('a', 100), column('b', 100), column('wide', 120), column('slim', 60), column('low', 20, -1)]
  expect(fitting(columns, 380)).toEqual(['a', 'b', 'slim', 'wide'])
  expect(fitting(columns, 300)).toEqual(['a', 'b', 'slim'])
})

it('the first two stay in any room, and those that are said to', () => {
  const columns = [column('a', 100), column('b', 100), column('c', 100), { ...column('d', 100), stays: true }]
  expect(fitting(columns, 50)).toEqual(['a', 'b', 'd'])
  expect(fitColumns(columns, 48, 50).left).toBe(0)
})
