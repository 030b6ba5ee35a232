import { describe, expect, it } from 'vitest'
import { addressAtEnd, addresses, finishedAddress, toLink } from './link-addresses.ts'

const all = (text: string) => [...text.matchAll(addresses)].map(([found]) => found)

describe('addresses in a text', () => {
  it.each([
    ['详见https://example.com/a?b=1&c=2#d，谢谢', ['https://example.com/a?b=1&c=2#d']],
    ['（www.example.com）', ['www.example.com']],
    ['见 http://例子.com', []],
    ['联系 li.si+a@mail.example.com。', ['li.si+a@mail.example.com']],
    ['https://example.com/a. Or https://example.com/b!', ['https://example.com/a', 'https://example.com/b']],
    ['HTTPS://EXAMPLE.COM/', ['HTTPS://EXAMPLE.COM/']],
    ['https://user@example.com/x', ['https://user@example.com/x']],
    ['wwww.example.com a@b @c.cn javascript:alert(1)', []],
  ])('of %s', (text, found) => {
    expect(all(text)).toEqual(found)
  })
})

describe('an address that is being typed', () => {
  it.each(['https://example.com ', 'https://example.com，', '去www.example.com看看', '(https://example.com) '])(
    'is finished in “%s”',
    (text) => {
      expect(finishedAddress.exec(text)?.[1]).toMatch(/example\.com$/)
    },
  )
  it.each(['https://example.com', 'https://example.com/a.', 'https://example.com\n', 'https://', '看 www. '])(
    'is not finished in “%s”',
    (text) => {
      expect(finishedAddress.exec(text)).toBeNull()
    },
  )
  it('ends before the punctuation of its sentence', () => {
    expect(addressAtEnd.exec('见 https://example.com/a).')?.[1]).toBe('https://example.com/a')
  })
  it('takes no longer for a long text without an end', () => {
    expect(finishedAddress.exec(`${'a.'.repeat(20_000)}@`)).toBeNull()
    expect(finishedAddress.exec(`https://${'a?'.repeat(250)}`)).toBeNull()
  })
})

it.each([
  ['example.com/a', 'https://example.com/a'],
  ['example.com:8080', 'https://example.com:8080'],
  ['http://example.com', 'http://example.com'],
  ['mailto:a@b.cn', 'mailto:a@b.cn'],
  ['a@b.cn', 'mailto:a@b.cn'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('%s leads to %s', (typed, link) => {
  expect(toLink(typed)).toBe(link)
})
