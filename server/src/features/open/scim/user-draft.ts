import { phone as phoneField } from '@atrium/contract/kernel/fields.ts'
import { attributeName } from './filter-condition.repository.ts'
import { badRequest } from './scim-refusal.ts'

/** What a request says about a user; absent: nothing. Empty contacts and an external id of null are removed. */
export type UserDraft = {
  userName?: string
  externalId?: string | null
  displayName?: string
  formatted?: string
  givenName?: string
  familyName?: string
  email?: string
  phone?: string
  active?: boolean
}
export type Json = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxText = 200
const invalid = (path: string, msg: string) => badRequest('invalidValue', `${path}：${msg}`)
/** A line that can be stored; null and absent values are empty. */
export const textOf = (path: string, value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw invalid(path, '应为文本')
  const text = value.trim()
  if (text.length > maxText) throw invalid(path, `最多 ${maxText} 个字符`)
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw invalid(path, '含有无效字符')
  return text
}
/** Entra ID sends the texts "True" and "False". */
const booleanOf = (path: string, value: unknown): boolean => {
  if (typeof value === 'boolean') return value
  const flag = typeof value === 'string' ? value.toLowerCase() : ''
  if (flag !== 'true' && flag !== 'false') throw invalid(path, '应为 true 或 false')
  return flag === 'true'
}

/** Of several values the one that is kept: the primary one, else the first, among those of the type or without one. */
const keptOf = (path: string, value: unknown, type: string): string => {
  const all = (Array.isArray(value) ? value : [value]).filter((each) => each !== null && each !== undefined)
  const values = all.map((each): Json => {
    if (typeof each === 'string') return { value: each }
    if (!isObject(each)) throw invalid(path, '格式有误')
    return each
  })
  const fits = values.filter((each) => String(each.type ?? type).toLowerCase() === type)
  const kept = fits.find(({ primary }) => primary === true) ?? fits[0]
  return textOf(path, kept?.value)
}
const mobile = /^(?:\+|00)?86(1\d{10})$/
const phoneOf = (path: string, value: unknown): string => {
  const dialled = keptOf(path, value, 'mobile').replace(/^tel:|[\s().-]/g, '')
  const number = mobile.exec(dialled)?.[1] ?? dialled
  if (number !== '' && !phoneField.safeParse(number).success) throw invalid(path, '仅支持中国大陆手机号')
  return number
}
const requiredText = (path: string, value: unknown): string => {
  const text = textOf(path, value)
  if (text === '') throw invalid(path, '此项内容不能为空')
  return text
}

type Read = (value: unknown, path: string) => UserDraft
/** Attributes that are kept, by their path in lower case. */
const reads: Readonly<Record<string, Read>> = {
  username: (value, path) => ({ userName: requiredText(path, value) }),
  externalid: (value, path) => ({ externalId: textOf(path, value) || null }),
  displayname: (value, path) => ({ displayName: textOf(path, value) }),
  'name.formatted': (value, path) => ({ formatted: textOf(path, value) }),
  'name.givenname': (value, path) => ({ givenName: textOf(path, value) }),
  'name.familyname': (value, path) => ({ familyName: textOf(path, value) }),
  active: (value, path) => ({ active: booleanOf(path, value) }),
  emails: (value, path) => ({ email: keptMail(path, value) }),
  'emails.value': (value, path) => ({ email: textOf(path, value) }),
  phonenumbers: (value, path) => ({ phone: phoneOf(path, value) }),
  'phonenumbers.value': (value, path) => ({ phone: phoneOf(path, value) }),
}
/** Work mail first; a directory that only has other mail has them sign in by that. */
const keptMail = (path: string, value: unknown): string =>
  keptOf(path, value, 'work') || keptOf(path, (Array.isArray(value) ? value : [value]).filter(isPrimary), 'other')
const isPrimary = (value: unknown) => isObject(value) && value.primary === true
/** Attributes of the standard that the product does not keep: accepted, and left out of answers. */
const unkept = new Set(
  `title nickname profileurl usertype preferredlanguage locale timezone ims photos addresses entitlements roles
  x509certificates password schemas name.middlename name.honorificprefix name.honorificsuffix emails.type emails.primary
  emails.display phonenumbers.type phonenumbers.primary phonenumbers.display groups`.split(/\s+/),
)
const readOnly = new Set(['id', 'meta'])
const extension = /^urn:ietf:params:scim:schemas:extension:/i
/** Whether an attribute is known but not kept. */
const isUnkept = (path: string) => extension.test(path) || unkept.has(attributeName(path).split(/[.[]/)[0] ?? '')

/** Notes what a whole resource says. What it says of unknown and read-only attributes is ignored. */
export const draftOfResource = (resource: Json): UserDraft => {
  const draft: UserDraft = {}
  for (const [path, value] of Object.entries(resource)) {
    const name = attributeName(path)
    if (name === 'name' && isObject(value))
      for (const [part, text] of Object.entries(value)) writeKnown(draft, `name.${part}`, text)
    else writeKnown(draft, path, value)
  }
  return draft
}
const writeKnown = (draft: UserDraft, path: string, value: unknown) => {
  const name = attributeName(path)
  if (Object.hasOwn(reads, name)) Object.assign(draft, reads[name]?.(value, path))
}

/** Notes the new value of one attribute. Throws `mutability`, `invalidPath` and `invalidValue`. */
export const writeAttribute = (draft: UserDraft, path: string, value: unknown): void => {
  const name = attributeName(path)
  if (readOnly.has(name.split('.')[0] ?? '')) throw badRequest('mutability', `${path} 不可修改`)
  if (name === 'name') {
    if (!isObject(value)) throw invalid(path, '格式有误')
    for (const [part, text] of Object.entries(value)) writeAttribute(draft, `name.${part}`, text)
    return
  }
  if (Object.hasOwn(reads, name)) writeKnown(draft, path, value)
  else if (!isUnkept(path) && !unkept.has(name)) throw badRequest('invalidPath', `没有属性“${path}”`)
}
