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

type Known = Pick<ScimUser, 'userName' | 'externalId' | 'name' | 'givenName' | 'familyName' | 'active'> & {
  email: string | null
  phone: string | null
}
const unknown = (userName: string): Known => ({
  ...{ userName, externalId: null, name: localPart(userName).slice(0, maxName), givenName: '', familyName: '' },
  ...{ active: true, email: null, phone: null },
})
const nameOf = ({ displayName, formatted, givenName, familyName }: UserDraft, user: Known) => {
  if (displayName) return displayName
  if (formatted) return formatted
  if (givenName === undefined && familyName === undefined) return user.name
  return fullName(givenName ?? user.givenName, familyName ?? user.familyName) || user.name
}

/** What a user is to be. What the draft says nothing about stays. */
export const wantedUser = (draft: UserDraft, user: Known = unknown(draft.userName ?? '')): WantedUser => ({
  name: nameOf(draft, user),
  email: draft.email ?? user.email ?? '',
  phone: draft.phone ?? user.phone ?? '',
  active: draft.active ?? user.active,
  link: {
    userName: draft.userName ?? user.userName,
    externalId: draft.externalId === undefined ? user.externalId : draft.externalId,
    givenName: draft.givenName ?? user.givenName,
    familyName: draft.familyName ?? user.familyName,
  },
})

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
