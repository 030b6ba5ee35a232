import { expect, it } from 'vitest'
import { toSpans } from './spans.ts'

it('fills every row, whichever cards there are and in whatever order', () => {
  expect(toSpans(['todo', 'terms', 'health', 'changes', 'signIns', 'growth'])).toEqual([8, 4, 8, 4, 8, 4])
  expect(toSpans(['next', 'companies', 'requests', 'administrators', 'recent'])).toEqual([7, 5, 7, 5, 12])
  expect(toSpans(['terms', 'todo', 'changes', 'growth', 'health', 'signIns'])).toEqual([4, 8, 6, 6, 12, 12])
  expect(toSpans([])).toEqual([])
})
