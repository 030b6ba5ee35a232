import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { decimal2, email, idCard, isExternalUrl, number, percent, phone, text } from './fields.ts'

const problem = (field: z.ZodMiniType, value: unknown) => z.safeParse(field, value).error?.issues[0]?.message

/** Sentences that clients know to the letter. */
describe('a field', () => {
  it.each([
    ['phone', phone, '请输入手机号', '请输入正确的手机号'],
    ['ID card', idCard, '请输入身份证号', '请输入正确的身份证号'],
    ['mail address', email, '请输入邮箱地址', '请输入正确的邮箱地址'],
    ['number', number, '此项内容不能为空', '请输入数字'],
    ['number with two decimals', decimal2, '此项内容不能为空', '请输入最多两位小数的数字'],
    ['percentage', percent, '此项内容不能为空', '请输入0-100的数字'],
  ] as const)('says what is missing and what is wrong: %s', (_, field, required, wrong) => {
    expect([problem(field, ''), problem(field, ' '), problem(field, '一')]).toEqual([required, required, wrong])
  })

  it('is required with the default sentence if it has none of its own', () => {
    for (const empty of ['', '  ', undefined]) expect(problem(text(30), empty)).toBe('此项内容不能为空')
  })

  it.each([
    ['a phone of eleven digits, the first 1, the second 3 to 9', phone, ['13000000000', '19999999999']],
    ['an ID card with its checksum, in either case', idCard, ['11010519491231002X', '11010519491231002x']],
    ['a mail address', email, ['a@b.cn', 'first.last+tag@mail.example.com']],
    ['any number', number, ['-1.2345', '0', '15']],
    ['two decimals at most', decimal2, ['1.23', '1.2', '-7']],
    ['0 to 100', percent, ['0', '100', '99.99', '100.00']],
  ] as const)('takes %s', (_, field, right) => {
    for (const value of right) expect([value, problem(field, value)]).toEqual([value, undefined])
  })

  it.each([
    ['a phone with another beginning or length', phone, ['12000000000', '23000000000', '1300000000', '130000000000']],
    ['an ID card with a wrong checksum or day', idCard, ['110105194912310021', '11010519491331002X', '110105']],
    ['a mail address without a host', email, ['a@', 'a@b', '@b.cn', 'a b@c.cn']],
    ['a text for a number', number, ['1e3', '1.', '1,000']],
    ['a third decimal', decimal2, ['1.234', '.5']],
    ['less than 0 or more than 100', percent, ['-1', '101', '100.01']],
  ] as const)('refuses %s', (_, field, wrong) => {
    for (const value of wrong) expect([value, problem(field, value)]).not.toEqual([value, undefined])
  })
})

it('knows external addresses by their beginning', () => {
  const outside = ['http://a.cn', 'https://a.cn', 'mailto:a@b.cn', 'tel:110']
  expect(outside.map(isExternalUrl)).toEqual(outside.map(() => true))
  const inside = ['/web/sys/users', '//a.cn', 'ftp://a.cn', 'javascript:alert(1)', 'see http://a.cn']
  expect(inside.map(isExternalUrl)).toEqual(inside.map(() => false))
})
