import { expect, it } from 'vitest'
import { orderColumns } from './list-preferences.ts'

const columns = [...'abcd'].map((key) => ({ key }))
const keys = (order: string) =>
  orderColumns(columns, [...order])
    .map(({ key }) => key)
    .join('')

it('keeps the declared order without preferences', () => {
  expect(keys('')).toBe('abcd')
  expect(orderColumns([], ['a'])).toEqual([])
})
it('applies the chosen order, the first column always first', () => {
  expect(keys('dcb')).toBe('adcb')
  expect(keys('dacb')).toBe('adcb')
})
it('inserts a new column after the one declared before it', () => {
  expect(keys('db')).toBe('adbc')
  expect(keys('dc')).toBe('abdc')
})
it('ignores columns that no longer exist', () => {
  expect(keys('xdzcb')).toBe('adcb')
})
