import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isEmptyRichText, maxRichText, optionalRichText, richText, richTextLength } from './rich-text.ts'

const buildText = (length: number) => `<p>${'字'.repeat(length - '<p></p>'.length)}</p>`
const problem = (schema: z.ZodMiniType, html: unknown) => z.safeParse(schema, html).error?.issues[0]?.message

describe('a field with a rich text', () => {
  it('has a limit that counts tags, and is required if it says so', () => {
    expect(problem(richText(), buildText(maxRichText))).toBeUndefined()
    expect(problem(richText(), buildText(maxRichText + 1))).toBe('含格式最多 65535 个字符')
    expect(problem(richText('请输入正文'), '<p>&nbsp;</p>')).toBe('请输入正文')
    expect(problem(richText(), undefined)).toBe('此项内容不能为空')
    expect([z.parse(optionalRichText(), undefined), z.parse(optionalRichText(), ' ')]).toEqual(['', ''])
    expect(problem(optionalRichText(), buildText(maxRichText + 1))).toBe('含格式最多 65535 个字符')
  })
  it('counts a picture as it is stored, whatever its address is at the moment', () => {
    const [shown, stored] = ['a'.repeat(71), 'a'.repeat(36)].map((name) => `<p><img src="/files/${name}"></p>`)
    expect(richTextLength(shown ?? '')).toBe(stored?.length)
  })
  it('is empty without text, picture, line and table', () => {
    expect(['', '<p><br></p>', '<ul><li><p> </p></li></ul>'].map(isEmptyRichText)).toEqual([true, true, true])
    expect(['<hr>', '<p>字</p>', '<table><tbody></tbody></table>', '<'].map(isEmptyRichText)).toEqual(
      Array(4).fill(false),
    )
  })
  it('is measured at once, however its brackets are nested', () => {
    expect(isEmptyRichText('<'.repeat(maxRichText))).toBe(false)
  })
})
