import { expect, it } from 'vitest'
import { rankTexts } from './text-search.ts'

it('finds a sentence as it stands on the screen, and takes braces of names as text', () => {
  expect(rankTexts(['已导入 {count} 行'], '已导入 12 行', true)).toBe(2)
  expect(rankTexts(['已导入 {count} 行'], '已导入 12 行', false)).toBe(0)
})

it('takes values side by side as one', () => {
  const begun = performance.now()
  expect(rankTexts([`aa${'{x}'.repeat(6)}!`], `aa${'b'.repeat(90)}`, true)).toBe(0)
  expect(rankTexts([`aa${'{x}'.repeat(6)}!`], `aa${'b'.repeat(90)}!`, true)).toBe(2)
  expect(performance.now() - begun).toBeLessThan(1000)
})
