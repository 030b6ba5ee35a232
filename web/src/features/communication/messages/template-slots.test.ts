import { describe, expect, it } from 'vitest'
import { filledPieces, findUnknownVariables } from './template-slots.ts'

describe('a wording', () => {
  it('fills in sample values and marks unknown variables', () =>
    expect(filledPieces('验证码 {code}，{minutes} 分钟内有效 {who}', { code: '482913', minutes: '5' })).toEqual([
      { text: '验证码 ', kind: 'plain' },
      { text: '482913', kind: 'filled' },
      { text: '，', kind: 'plain' },
      { text: '5', kind: 'filled' },
      { text: ' 分钟内有效 ', kind: 'plain' },
      { text: '{who}', kind: 'unknown' },
    ]))

  it('keeps the name of a variable without a sample', () =>
    expect(filledPieces('{later}', { later: '{later}' })).toEqual([{ text: '{later}', kind: 'filled' }]))

  it('rejects unknown variables, naming each once', () => {
    expect(findUnknownVariables('{code} {who} {who} {}', ['code'])).toBe('不支持的变量：{who}、{}')
    expect(findUnknownVariables('{code} { 不是变量', ['code'])).toBeUndefined()
  })
})
