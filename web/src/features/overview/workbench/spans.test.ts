import { expect, it } from 'vitest'
import { spansOf } from './spans.ts'

it('fills every row, whichever cards there are and in whatever order', () => {
  expect(spansOf(['todo', 'terms', 'health', 'changes', 'signIns', 'growth'])).toEqual([8, 4, 8, 4, 8, 4])
  expect(spansOf(['next', 'companies', 'requests', 'administrators', 'recent'])).toEqual([7, 5, 7, 5, 12])
  expect(spansOf(['terms', 'todo', 'changes', 'growth', 'health', 'signIns'])).toEqual([4, 8, 6, 6, 12, 12])
  expect(spansOf([])).toEqual([])
})
