import { expect, it } from 'vitest'
import { inOrder } from './arrangement.ts'

const columns = [...'abcd'].map((key) => ({ key }))
const keys = (order: string) =>
  inOrder(columns, [...order])
    .map(({ key }) => key)
    .join('')

it('leaves columns where they are as long as nobody ordered them', () => {
  expect(keys('')).toBe('abcd')
  expect(inOrder([], ['a'])).toEqual([])
})
it('follows the order somebody gave them, the first always first', () => {
  expect(keys('dcb')).toBe('adcb')
  expect(keys('dacb')).toBe('adcb')
})
it('puts a column that came later behind the one it is declared after', () => {
  expect(keys('db')).toBe('adbc')
  expect(keys('dc')).toBe('abdc')
})
it('knows nothing of columns that are gone', () => {
  expect(keys('xdzcb')).toBe('adcb')
})
