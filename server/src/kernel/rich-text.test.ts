import { isEmptyRichText, richTextElements } from '@atrium/contract/kernel/rich-text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scriptPayloads } from '../../test/hostile/script-payloads.ts'
import { sanitizeRichText } from './rich-text.ts'

const names = [...richTextElements.keys()].join('|')
const attributes = [...new Set([...richTextElements.values()].flatMap((each) => Object.keys(each)))].join('|')
/** Texts without angle brackets, and tags of a rich text with quoted attributes of one. */
const shape = new RegExp(`^(?:[^<>]|</(?:${names})>|<(?:${names})(?: (?:${attributes})="[^"<>]*")*>)*$`)
const dangerous = /(?:href|src)="(?!https?:\/\/|mailto:|tel:|\/files\/)/i

const picture = `/files/${'a'.repeat(71)}`

describe('a rich text', () => {
  it('is left as the editor writes it', () => {
    const written = [
      '<h2>关于国庆放假的通知</h2><h3 align="center">一、时间</h3><h4>1.</h4>',
      '<p align="right">各部门：<br><strong>10 月 1 日</strong><em>至</em><u>7 日</u><s>8 日</s> 10 m<sup>2</sup> H<sub>2</sub>O &amp; <code>a &lt; b</code></p>',
      '<ul><li><p>一</p><ol start="3"><li><p>二</p></li></ol></li></ul><blockquote><p>引用</p></blockquote><hr>',
      '<pre><code>const a = 1\n</code></pre>',
      '<p><a href="https://example.com/?a=1&amp;b=2">链接</a><a href="mailto:a@b.cn">邮件</a><a href="tel:10086">电话</a></p>',
      `<p align="center"><img src="${picture}" alt="一张图"></p>`,
      '<table><tbody><tr><th colspan="2"><p>标题</p></th></tr><tr><td rowspan="2"><p>甲</p></td><td align="right"><p>乙</p></td></tr></tbody></table>',
    ].join('')
    expect(sanitizeRichText(written)).toBe(written)
  })
  it('is empty if it shows nothing', () => {
    const nothing = [
      '',
      ' ',
      '<p></p>',
      '<p>&nbsp;</p><p> </p>',
      '<script>1</script>',
      '<p><img src="https://a/b.png"></p>',
    ]
    expect(nothing.map(sanitizeRichText)).toEqual(nothing.map(() => ''))
    expect(isEmptyRichText(`<p><img src="${picture}"></p>`)).toBe(false)
  })
  it('keeps the text of unknown elements, and other names for known ones', () => {
    expect(
      sanitizeRichText('<section><h1>甲</h1><div><b>乙</b> <i>丙</i> <del>丁</del></div><center>戊</center></section>'),
    ).toBe('<h2>甲</h2><p><strong>乙</strong> <em>丙</em> <s>丁</s></p>戊')
  })
  it('has no styles, classes and ids, and attributes only where and as they are known', () => {
    expect(
      sanitizeRichText(
        '<p id="a" class="b" style="color:red" align="left" href="https://a" dir="rtl">x</p><ol start="a" type="i"><li value="3">y</li></ol><td colspan="1" rowspan="1000">z</td>',
      ),
    ).toBe('<p>x</p><ol><li>y</li></ol><td>z</td>')
  })
  it('has pictures of this product only, and links with a scheme', () => {
    const others = ['https://a/b.png', '//a/b.png', 'data:image/png;base64,AAAA', 'b.png', '/api/sys/x', '/files/../x']
    for (const src of others) expect(sanitizeRichText(`<p>x<img src="${src}"></p>`)).toBe('<p>x</p>')
    for (const href of ['/console', '#a', 'ftp://a', 'x', 'javascript:1', ''])
      expect(sanitizeRichText(`<p><a href="${href}">x</a></p>`)).toBe('<p>x</p>')
  })
  it('has no invisible characters but those that spelling needs', () => {
    expect(sanitizeRichText('<p>甲\u200b乙\u202e&shy;&#8203;丙👨‍👩‍👧\u0000</p>')).toBe('<p>甲乙丙👨‍👩‍👧</p>')
  })
  it('is nested as deep as pages need', () => {
    const deep = sanitizeRichText(`${'<blockquote>'.repeat(500)}<p>x</p>`)
    expect(deep.match(/<blockquote>/g)?.length).toBeLessThanOrEqual(40)
    expect(deep).toContain('x')
  })
})

describe('a hostile text', () => {
  it.each(scriptPayloads)('%s', (payload) => {
    const clean = sanitizeRichText(payload)
    expect(clean).toMatch(shape)
    expect(clean).not.toMatch(dangerous)
    expect(sanitizeRichText(clean)).toBe(clean)
  })
  it('has more than 150 forms', () => {
    expect(new Set(scriptPayloads).size).toBeGreaterThan(150)
  })
  it('stays harmless in any combination', () => {
    const pieces = fc.oneof(
      fc.constantFrom(...scriptPayloads),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '--',
        '/',
        '=',
        ' ',
        '\n',
        '\u0000',
        '&lt;',
        '&#60',
        '<!--',
        '-->',
        '</',
        '<p ',
        ']]>',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const clean = sanitizeRichText(parts.join(''))
        expect(clean).toMatch(shape)
        expect(clean).not.toMatch(dangerous)
        expect(sanitizeRichText(clean)).toBe(clean)
      }),
      { numRuns: 300 },
    )
  })
})
