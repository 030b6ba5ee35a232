import type { UserField } from '@atrium/contract/features/access/registry/user-fields.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { maskedIdCard, maskedMail, maskedPhone, maskedText } from '../../../../kernel/masked.ts'
import { applyMask, type FieldMasks, type Mask } from '../../../../kernel/restrictions.ts'
import type { Actor } from '../../../../kernel/scope.ts'

/** Masks of the user fields that can be restricted. */
export const maskByUserField: Readonly<Record<UserField, Mask>> = {
  phone: maskedPhone,
  email: maskedMail,
  idCard: maskedIdCard,
  remark: maskedText,
}

const fieldOfContact = (contact: string): UserField | undefined => {
  if (contact.includes('@')) return 'email'
  return /^\d/.test(contact) ? 'phone' : undefined
}
const fieldMasks = Object.entries(maskByUserField).map(
  ([name, mask]) =>
    [`users.${name}`, (value, kept) => applyMask(String(value ?? ''), kept[`users.${name}`], mask)] as const,
) satisfies (readonly [string, FieldMasks[string]])[]

/**
 * Whether the caller may read phones and mail addresses. Others must not discover them by searching for parts either.
 */
export const canReadContacts = ({ restricted }: Pick<Actor, 'restricted'>): boolean =>
  !isHiddenOrMasked(restricted?.['users.phone']) && !isHiddenOrMasked(restricted?.['users.email'])

/** Masks applied to user fields in replies. */
export const userFieldMasks: FieldMasks = {
  ...Object.fromEntries(fieldMasks),
  'users.contact': (value, kept) => {
    const contact = String(value ?? '')
    const name = fieldOfContact(contact)
    return name ? applyMask(contact, kept[`users.${name}`], maskByUserField[name]) : contact
  },
}
