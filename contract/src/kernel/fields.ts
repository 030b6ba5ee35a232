import * as z from 'zod/mini'
import { t } from './texts.ts'
import { isVisibleLine, isVisibleText } from './visible-text.ts'

/** Standard field messages, used by every form and endpoint. Their wording is specified. */
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
  picture: '上传头像图片只能是 JPG或PNG 格式!',
} as const

export const maxSearchLength = 64
export const maxPasswordInput = 64

const maxCharacters = (max: number) => z.maxLength(max, { error: () => t('最多 {max} 个字符', { max }) })
const visibleLine = z.refine<string>(isVisibleLine, '不能包含换行符或不可见字符')
const visibleText = z.refine<string>(isVisibleText, '不能包含不可见字符')

/** Single-line text: trimmed, not empty, at most `max` characters, no invisible ones. */
export const text = (max: number, required: string = messages.required) =>
  z.string(required).check(z.trim(), z.minLength(1, required), maxCharacters(max), visibleLine)

/** Optional single-line text: at most `max` characters, no invisible ones. */
export const optionalText = (max: number) => z._default(z.string().check(z.trim(), maxCharacters(max), visibleLine), '')

/** Multi-line text: trimmed, not empty, at most `max` characters. */
export const multilineText = (max: number, required: string = messages.required) =>
  z.string(required).check(z.trim(), z.minLength(1, required), maxCharacters(max), visibleText)

/** Optional multi-line text of at most `max` characters. */
export const optionalMultilineText = (max: number) =>
  z._default(z.string().check(z.trim(), maxCharacters(max), visibleText), '')

const shortCodeMessage = '1-30 位字母、数字、下划线或短横线'
/** Short code of a row: 1 to 30 letters, digits, underscores and hyphens. */
export const shortCode = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$/, shortCodeMessage))
export const shortCodeOrEmpty = z._default(
  z.string().check(z.trim(), z.regex(/^([A-Za-z0-9][A-Za-z0-9_-]{0,29})?$/, shortCodeMessage)),
  '',
)

const matching = (pattern: RegExp, required: string, wrong: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.regex(pattern, wrong))

/** Chinese mobile number: eleven digits, the first 1, the second 3 to 9. */
export const phone = matching(/^1[3-9]\d{9}$/, messages.phoneRequired, messages.phone)

const idCardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** GB 11643: the last character is a checksum of the first seventeen. */
const hasValidIdCardChecksum = (id: string) => {
  const sum = idCardWeights.reduce((total, weight, at) => total + weight * Number(id[at]), 0)
  return '10X98765432'[sum % 11] === id[17]?.toUpperCase()
}
const idCardShape = /^[1-9]\d{5}(18|19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/
export const idCard = z.string(messages.idCardRequired).check(
  z.trim(),
  z.minLength(1, messages.idCardRequired),
  z.refine((id) => idCardShape.test(id) && hasValidIdCardChecksum(id), messages.idCard),
)

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/**
 * GB 32100: the last of eighteen characters is a checksum of the first seventeen, weighted by powers of three modulo
 * 31.
 */
export const creditCodeCheckCharacter = (others: string): string => {
  let weight = 1
  let sum = 0
  for (const letter of others) {
    sum += weight * creditAlphabet.indexOf(letter)
    weight = (weight * 3) % 31
  }
  return creditAlphabet.charAt((31 - (sum % 31)) % 31)
}
const hasValidCreditCodeChecksum = (code: string) => creditCodeCheckCharacter(code.slice(0, -1)) === code.at(-1)
/** Unified social credit code of a company; lower case becomes upper case. */
export const creditCode = z.string('请输入统一社会信用代码').check(
  z.trim(),
  z.toUpperCase(),
  z.refine(
    (code) => /^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code) && hasValidCreditCodeChecksum(code),
    '请输入正确的统一社会信用代码',
  ),
)

/** Optional field: empty, or valid by the schema. `wrong`: the message. */
export const emptyOr = (field: z.ZodMiniType<string, string>, wrong: string) =>
  z.string(wrong).check(
    z.trim(),
    z.maxLength(320, wrong),
    z.refine((value) => value === '' || field.safeParse(value).success, wrong),
  )
export const orEmpty = (field: z.ZodMiniType<string, string>, wrong: string) => z._default(emptyOr(field, wrong), '')

const telephoneMessage = '请输入正确的电话号码，例如 010-88886666'
const telephone = matching(
  /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|[48]00-?\d{3}-?\d{4}|95\d{3,4})$/,
  telephoneMessage,
  telephoneMessage,
)
/** Optional phone number of a company: mobile, landline with area code and optional extension, or service number. */
export const telephoneOrEmpty = orEmpty(telephone, telephoneMessage)

/**
 * Matches in linear time: no two adjacent parts of the pattern share a character, which rules out regular expression
 * denial of service.
 */
export const email = matching(
  /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/,
  messages.emailRequired,
  messages.email,
)

/** A number as a decimal text. */
export const numeric = (pattern: RegExp, wrong: string) =>
  z.string(wrong).check(z.trim(), z.minLength(1, messages.required), z.regex(pattern, wrong))
export const number = numeric(/^-?\d{1,15}(\.\d{1,15})?$/, messages.number)
export const decimal2 = numeric(/^-?\d{1,15}(\.\d{1,2})?$/, messages.decimal2)
export const percent = numeric(/^(100(\.0+)?|\d{1,2}(\.\d+)?)$/, messages.percent)

/** Whether a URL is external: starts with http(s):, mailto: or tel:. */
export const isExternalUrl = (url: string) => /^(https?:|mailto:|tel:)/.test(url)

/** Password as typed at sign-in: neither trimmed nor checked against a policy. */
export const typedPassword = z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.maxLength(maxPasswordInput))
