import { expect, it } from 'vitest'
import { toColumns } from './columns.ts'

it('wide cards stand beside narrow ones, each in the order of the layout', () => {
  expect(toColumns(['todo', 'terms', 'health', 'notices'])).toEqual({
    shares: 'work',
    columns: [
      ['todo', 'health'],
      ['terms', 'notices'],
    ],
  })
  expect(toColumns(['next', 'companies', 'requests'])).toEqual({
    shares: 'members',
    columns: [['next', 'requests'], ['companies']],
  })
})
it('cards of modules are narrow', () => {
  expect(toColumns(['assets.newest', 'todo', 'terms']).columns).toEqual([['todo'], ['assets.newest', 'terms']])
})
it('cards of one width leave no column empty', () => {
  expect(toColumns(['todo', 'health'])).toEqual({ shares: 'one', columns: [['todo', 'health']] })
  expect(toColumns(['terms', 'notices', 'growth'])).toEqual({
    shares: 'equal',
    columns: [['terms', 'growth'], ['notices']],
  })
  expect(toColumns(['terms'])).toEqual({ shares: 'one', columns: [['terms']] })
})
