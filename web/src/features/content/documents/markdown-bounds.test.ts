import { expect, it } from 'vitest'
import { isLaidOut } from './markdown-bounds.ts'

const long =
  '# 制度\n\n第一条 **重要**：见 [附件](a.pdf)。\n\n> 引用\n\n- 甲\n  - 乙\n    - 丙\n\n---------------------------\n\n'

it('lays out what people write', () => {
  expect(isLaidOut(long.repeat(100))).toBe(true)
  expect(isLaidOut('- **项**：说明\n'.repeat(1000))).toBe(true)
  expect(isLaidOut(`${'>'.repeat(20)} 深`)).toBe(true)
})

it('shows as text what would hold up the page', () => {
  const hostile = [
    '一'.repeat(50_001),
    '\n'.repeat(3001),
    '>'.repeat(21),
    `行\n${'> '.repeat(300)}`,
    `${'1. '.repeat(300)}项`,
    `${'- > '.repeat(300)}项`,
    '*a '.repeat(600) + 'a* '.repeat(600),
    '*a *a\n'.repeat(600),
    '*a *a\r\n'.repeat(600),
    '*a *a\n* \n'.repeat(600),
    '*a *a\n    - b\n'.repeat(600),
    '['.repeat(1001),
    '_a__b'.repeat(400),
  ]
  expect(hostile.map((text) => isLaidOut(text))).toEqual(hostile.map(() => false))
})
