import { account as accountField } from '@atrium/contract/kernel/account.ts'
import type { ScimLink } from './scim-links.repository.ts'
import type { ScimUser } from './scim-users.repository.ts'
import type { UserDraft } from './user-draft.ts'

/** A user as a request leaves them. */
export type WantedUser = { name: string; email: string; phone: string; active: boolean; link: ScimLink }

const maxName = 30
const cjk = /^[\p{Script=Han}·]+$/u
/** Han names are written family name first, without a space. */
const fullName = (givenName: string, familyName: string) =>
  cjk.test(`${familyName}${givenName}`) ? `${familyName}${givenName}` : `${givenName} ${familyName}`.trim()
const localPart = (userName: string) => userName.split('@')[0] ?? ''

type Known = ScimLink & Pick<ScimUser, 'name' | 'email' | 'phone' | 'active'>
const unknown = (userName: string): Known => ({
  userName,
  externalId: null,
  name: localPart(userName).slice(0, maxName),
  givenName: '',
  familyName: '',
  formattedName: '',
  hasDisplayName: false,
  active: true,
  email: null,
  phone: null,
})
const mergeLink = (draft: UserDraft, user: Known): ScimLink => ({
  userName: draft.userName ?? user.userName,
  externalId: draft.externalId === undefined ? user.externalId : draft.externalId,
  givenName: draft.givenName ?? user.givenName,
  familyName: draft.familyName ?? user.familyName,
  formattedName: draft.formatted ?? user.formattedName,
  hasDisplayName: draft.displayName === undefined ? user.hasDisplayName : draft.displayName !== '',
})
/** The name that is shown: the one given as such, else the one made of the others, if the draft names any. */
const pickName = (draft: UserDraft, link: ScimLink, user: Known) => {
  if (draft.displayName) return draft.displayName
  const isSilent = [draft.displayName, draft.formatted, draft.givenName, draft.familyName].every(
    (part) => part === undefined,
  )
  if (isSilent || link.hasDisplayName) return user.name
  return link.formattedName || fullName(link.givenName, link.familyName) || user.name
}

/** A draft of a resource without the names that are only shown: a client that writes back what it has read gives none. */
export const withoutShownNames = (draft: UserDraft, user: Known): UserDraft => {
  const { displayName, formatted, ...rest } = draft
  const isShown = (name: string | undefined, isGiven: boolean) => name === undefined || (!isGiven && name === user.name)
  return {
    ...rest,
    ...(!isShown(displayName, user.hasDisplayName) && { displayName }),
    ...(!isShown(formatted, user.formattedName !== '') && { formatted }),
  }
}

/** What a user is to be. What the draft says nothing about stays. */
export const wantedUser = (draft: UserDraft, user: Known = unknown(draft.userName ?? '')): WantedUser => {
  const link = mergeLink(draft, user)
  return {
    name: pickName(draft, link, user),
    email: draft.email ?? user.email ?? '',
    phone: draft.phone ?? user.phone ?? '',
    active: draft.active ?? user.active,
    link,
  }
}

/** Whether a name could be an account. */
export const isAccount = (userName: string): boolean => accountField.safeParse(userName).success
const [minAccount, maxAccount] = [4, 30]
/** The account that a name suggests; `suffix` tells it from others. */
export const accountFor = (userName: string, suffix = ''): string => {
  if (suffix === '' && isAccount(userName)) return userName
  const plain = localPart(userName).replace(/[^A-Za-z0-9_]/g, '_')
  const begun = /^[A-Za-z]/.test(plain) ? plain : `u_${plain}`
  return `${begun.slice(0, maxAccount - suffix.length)}${suffix}`.padEnd(minAccount, '_')
}
