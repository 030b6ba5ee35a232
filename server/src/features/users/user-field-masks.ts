import type { UserField } from '@atrium/contract/features/users/user-fields.ts'
import { isKeptBack } from '@atrium/contract/kernel/restrictions.ts'
import { maskedIdCard, maskedMail, maskedPhone, maskedText } from '../../kernel/masked.ts'
import { type Mask, type Tellers, toldAs } from '../../kernel/restrictions.ts'
import type { Actor } from '../../kernel/scope.ts'

/** How the fields of users that can be restricted are masked. */
export const userMasks: Readonly<Record<UserField, Mask>> = {
  phone: maskedPhone,
  email: maskedMail,
  idCard: maskedIdCard,
  remark: maskedText,
}

const kindOf = (contact: string): UserField | undefined => {
  if (contact.includes('@')) return 'email'
  return /^\d/.test(contact) ? 'phone' : undefined
}
const fields = Object.entries(userMasks).map(
  ([name, mask]) =>
    [`users.${name}`, (value, kept) => toldAs(String(value ?? ''), kept[`users.${name}`], mask)] as const,
) satisfies (readonly [string, Tellers[string]])[]

/** Whether somebody is told how people are reached; who is not must not find it out by searching for a part of it either. */
export const isToldContacts = ({ restricted }: Pick<Actor, 'restricted'>): boolean =>
  !isKeptBack(restricted?.['users.phone']) && !isKeptBack(restricted?.['users.email'])

/** How answers tell what is kept from somebody of a user. */
export const userTellers: Tellers = {
  ...Object.fromEntries(fields),
  'users.contact': (value, kept) => {
    const contact = String(value ?? '')
    const name = kindOf(contact)
    return name ? toldAs(contact, kept[`users.${name}`], userMasks[name]) : contact
  },
}
