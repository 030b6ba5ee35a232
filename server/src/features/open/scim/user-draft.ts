import { t } from '@atrium/contract/kernel/texts.ts'
import { customName } from './custom-attributes.ts'
import { attributeName } from './filter-condition.repository.ts'
import { keptMail, keptPhone } from './kept-contacts.ts'
import { badRequest } from './scim-refusal.ts'
import { invalid, isObject, type Json, toFlag, toText } from './scim-values.ts'

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
  /** Attributes of the extension, as they are sent. */
  custom?: Readonly<Record<string, unknown>>
}

/** Null says nothing: a directory has no value for it. */
const toActive = (path: string, value: unknown): UserDraft => {
  if (value === null) return {}
  const active = toFlag(value)
  if (active === undefined) throw invalid(path, t('应为 true 或 false'))
  return { active }
}
const requiredText = (path: string, value: unknown): string => {
  const text = toText(path, value)
  if (text === '') throw invalid(path, t('此项内容不能为空'))
  return text
}

type Read = (value: unknown, path: string) => UserDraft
/** Attributes that are kept, by their path in lower case. */
const reads: Readonly<Record<string, Read>> = {
  username: (value, path) => ({ userName: requiredText(path, value) }),
  externalid: (value, path) => ({ externalId: toText(path, value) || null }),
  displayname: (value, path) => ({ displayName: toText(path, value) }),
  'name.formatted': (value, path) => ({ formatted: toText(path, value) }),
  'name.givenname': (value, path) => ({ givenName: toText(path, value) }),
  'name.familyname': (value, path) => ({ familyName: toText(path, value) }),
  active: (value, path) => toActive(path, value),
  emails: (value, path) => ({ email: keptMail(path, value) }),
  'emails.value': (value, path) => ({ email: toText(path, value) }),
  phonenumbers: (value, path) => ({ phone: keptPhone(path, value) }),
  'phonenumbers.value': (value, path) => ({ phone: keptPhone(path, value) }),
}
/** Attributes of the standard that the product does not keep: accepted, and left out of answers. */
const unkept = new Set(
  `title nickname profileurl usertype preferredlanguage locale timezone ims photos addresses entitlements roles
  x509certificates password schemas name.middlename name.honorificprefix name.honorificsuffix emails.type emails.primary
  emails.display phonenumbers.type phonenumbers.primary phonenumbers.display groups`.split(/\s+/),
)
const readOnly = new Set(['id', 'meta'])
/** Notes values of custom fields: of one, or of those that an object names. */
const writeCustom = (draft: UserDraft, path: string, name: string, value: unknown) => {
  if (name === '' && !isObject(value)) throw invalid(path, t('格式有误'))
  const values = name === '' ? (value as Json) : { [name.replace(/\.value$/i, '')]: value }
  draft.custom = { ...draft.custom, ...values }
}
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
  const custom = customName(path)
  if (custom !== undefined) {
    if (custom !== '' || value !== null) writeCustom(draft, path, custom, value)
    return
  }
  const name = attributeName(path)
  if (Object.hasOwn(reads, name)) Object.assign(draft, reads[name]?.(value, path))
}

/**
 * Notes the new value of one attribute.
 * @throws `mutability`, `invalidPath` and `invalidValue`
 */
export const writeAttribute = (draft: UserDraft, path: string, value: unknown): void => {
  const custom = customName(path)
  if (custom !== undefined) {
    writeCustom(draft, path, custom, value)
    return
  }
  const name = attributeName(path)
  if (readOnly.has(name.split('.')[0] ?? '')) throw badRequest('mutability', t('{path} 不可修改', { path }))
  if (name === 'name') {
    if (!isObject(value)) throw invalid(path, t('格式有误'))
    for (const [part, text] of Object.entries(value)) writeAttribute(draft, `name.${part}`, text)
    return
  }
  if (Object.hasOwn(reads, name)) writeKnown(draft, path, value)
  else if (!isUnkept(path) && !unkept.has(name)) throw badRequest('invalidPath', t('没有属性“{path}”', { path }))
}
