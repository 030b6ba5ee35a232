import { describe, expect, it } from 'vitest'
import { isVisibleLine, isVisibleText } from './visible-text.ts'

describe('isVisibleLine', () => {
  it.each([
    '张三',
    '買買提·吾守爾',
    'Zoë O’Brien',
    'سەمەت',
    'می‌خواهم',
    'ᠮᠣᠩᠭᠣᠯ ᠤᠨ᠋',
    'क्‍ष',
    '葛\u{E0100}城',
    '研发部 👩‍👩‍👧 👩🏽‍💻 ❤️‍🔥 ☕️ 1️⃣',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🇨🇳',
    '全角　空格，Ａ１',
  ])('may hold what its script needs: %s', (value) => expect(isVisibleLine(value)).toBe(true))
  it.each([
    ['a newline', '张\n三'],
    ['a tab', '张\t三'],
    ['a line separator', '张\u2028三'],
    ['a control of C1', '张\u0085三'],
    ['right-to-left override', '张\u202E三'],
    ['an isolate', '张\u2066三'],
    ['a direction mark', '张\u200F三'],
    ['zero-width space', '张\u200B三'],
    ['zero-width joiner', '张\u200D三'],
    ['zero-width non-joiner', 'ad\u200Cmin'],
    ['word joiner', '张\u2060三'],
    ['a byte order mark', '张\uFEFF三'],
    ['a soft hyphen', 'ad\u00ADmin'],
    ['a Hangul filler alone', '\u3164'],
    ['a variation of a letter', 'a\uFE0Fdmin'],
    ['tags', 'admin\u{E0041}\u{E0042}'],
    ['a joiner behind an emoji', '👩\u200D张'],
  ])('must not hold %s', (_, value) => expect(isVisibleLine(value)).toBe(false))
})

describe('isVisibleText', () => {
  it('allows line breaks, tabs and direction marks', () => {
    expect(isVisibleText('第一行\r\n\t第二行\n\u200Fسەمەت')).toBe(true)
  })
  it.each(['\u202E', '\u2066', '\u200B', '\u0000', '\uFEFF'])('refuses %j', (hidden) => {
    expect(isVisibleText(`第一行\n第${hidden}二行`)).toBe(false)
  })
})
