import { describe, expect, it } from 'vitest'
import { filledPieces, unknownIn } from './template-slots.ts'

describe('a wording', () => {
  it('is shown with sample values, and what it cannot have stands out', () =>
    expect(filledPieces('验证码 {code}，{minutes} 分钟内有效 {who}', ['code', 'minutes'])).toEqual([
      { text: '验证码 ', kind: 'plain' },
      { text: '482913', kind: 'filled' },
      { text: '，', kind: 'plain' },
      { text: '5', kind: 'filled' },
      { text: ' 分钟内有效 ', kind: 'plain' },
      { text: '{who}', kind: 'unknown' },
    ]))

  it('keeps the name of a variable that has no sample', () =>
    expect(filledPieces('{later}', ['later'])).toEqual([{ text: '{later}', kind: 'filled' }]))

  it('is refused for variables the message does not have, each named once', () => {
    expect(unknownIn('{code} {who} {who} {}', ['code'])).toBe('不支持的变量：{who}、{}')
    expect(unknownIn('{code} { 不是变量', ['code'])).toBeUndefined()
  })
})
