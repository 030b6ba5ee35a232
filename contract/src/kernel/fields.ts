import * as z from 'zod/mini'
import { isVisibleLine, isVisibleText } from './visible-text.ts'

/** The specification's field rules and their sentences, to the letter (§5). Every form and every endpoint uses these. */
export const messages = {
  required: '此项内容不能为空',
  phoneRequired: '请输入手机号',
  phone: '请输入正确的手机号',
  idCardRequired: '请输入身份证号',
  idCard: '请输入正确的身份证号',
  emailRequired: '请输入邮箱地址',
  email: '请输入正确的邮箱地址',
  number: '请输入数字',
  decimal2: '请输入最多两位小数的数字',
  percent: '请输入0-100的数字',
} as const

export const maxSearchLength = 64
export const maxPasswordInput = 64

const longest = (max: number) => z.maxLength(max, `最多 ${max} 个字符`)
const oneLine = z.refine<string>(isVisibleLine, '不能包含换行或不可见字符')
const severalLines = z.refine<string>(isVisibleText, '不能包含不可见字符')

/** Names and other text of one line: not empty after trimming, at most `max` characters, none of them invisible. */
export const text = (max: number, required: string = messages.required) =>
  z.string(required).check(z.trim(), z.minLength(1, required), longest(max), oneLine)

/** Text of one line that may be empty, at most `max` characters, none of them invisible. */
export const optionalText = (max: number) => z._default(z.string().check(z.trim(), longest(max), oneLine), '')

/** Text of any number of lines: not empty after trimming, at most `max` characters. */
export const multilineText = (max: number, required: string = messages.required) =>
  z.string(required).check(z.trim(), z.minLength(1, required), longest(max), severalLines)

/** Text of any number of lines that may be empty, at most `max` characters. */
export const optionalMultilineText = (max: number) =>
  z._default(z.string().check(z.trim(), longest(max), severalLines), '')

const matching = (pattern: RegExp, required: string, wrong: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.regex(pattern, wrong))

/** Eleven digits, the first 1, the second 3 to 9. */
export const phone = matching(/^1[3-9]\d{9}$/, messages.phoneRequired, messages.phone)

const idCardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** GB 11643: the last character follows from the other seventeen. */
const idCardChecks = (id: string) => {
  const sum = idCardWeights.reduce((total, weight, at) => total + weight * Number(id[at]), 0)
  return '10X98765432'[sum % 11] === id[17]?.toUpperCase()
}
const idCardShape = /^[1-9]\d{5}(18|19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/
export const idCard = z.string(messages.idCardRequired).check(
  z.trim(),
  z.minLength(1, messages.idCardRequired),
  z.refine((id) => idCardShape.test(id) && idCardChecks(id), messages.idCard),
)

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** GB 32100: the last of eighteen characters follows from the other seventeen, weighted by the powers of three modulo 31. */
export const lastOfCreditCode = (others: string): string => {
  let weight = 1
  let sum = 0
  for (const letter of others) {
    sum += weight * creditAlphabet.indexOf(letter)
    weight = (weight * 3) % 31
  }
  return creditAlphabet.charAt((31 - (sum % 31)) % 31)
}
const creditCodeChecks = (code: string) => lastOfCreditCode(code.slice(0, -1)) === code.at(-1)
/** A company's unified social credit code; small letters are read as capitals. */
export const creditCode = z.string('请输入统一社会信用代码').check(
  z.trim(),
  z.toUpperCase(),
  z.refine((code) => /^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code) && creditCodeChecks(code), '请输入正确的统一社会信用代码'),
)

/** A field that may be empty; what is there follows the rule. */
export const emptyOr = (field: z.ZodMiniType<string, string>, wrong: string) =>
  z.string(wrong).check(
    z.trim(),
    z.maxLength(320, wrong),
    z.refine((value) => value === '' || field.safeParse(value).success, wrong),
  )
export const orEmpty = (field: z.ZodMiniType<string, string>, wrong: string) => z._default(emptyOr(field, wrong), '')

const wrongTelephone = '请输入正确的电话号码，例如 010-88886666'
const telephone = matching(
  /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|[48]00-?\d{3}-?\d{4}|95\d{3,4})$/,
  wrongTelephone,
  wrongTelephone,
)
/** What a company is called by: a mobile, a landline with its area code and perhaps an extension, or a service number; may be empty. */
export const telephoneOrEmpty = orEmpty(telephone, wrongTelephone)

/** Linear by construction: no two parts of the pattern can match the same character (threat T38). */
export const email = matching(
  /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/,
  messages.emailRequired,
  messages.email,
)

const numeric = (pattern: RegExp, wrong: string) =>
  z.string(wrong).check(z.trim(), z.minLength(1, messages.required), z.regex(pattern, wrong))
export const number = numeric(/^-?\d{1,15}(\.\d{1,15})?$/, messages.number)
export const decimal2 = numeric(/^-?\d{1,15}(\.\d{1,2})?$/, messages.decimal2)
export const percent = numeric(/^(100(\.0+)?|\d{1,2}(\.\d+)?)$/, messages.percent)

/** Starts with http(s):, mailto: or tel: (spec §5, "URL test"). */
export const isExternalUrl = (url: string) => /^(https?:|mailto:|tel:)/.test(url)

/** A password as typed at sign-in: never trimmed, never judged. */
export const typedPassword = z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.maxLength(maxPasswordInput))
