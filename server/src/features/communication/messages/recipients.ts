import type { Db } from '../../../kernel/db/database.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { canSignIn, users } from '../../people/users/index.ts'
import type { Channel } from './builtin-templates.ts'

/** An account stands for the phone or mail address it has at delivery. */
export type Recipient = { phone: string } | { mail: string } | { account: string }

/** Case-insensitive key of a recipient, used by the budgets. */
export const recipientKey = (to: Recipient): string =>
  Object.entries(to)
    .map(([kind, value]) => `${kind}:${value.toLowerCase()}`)
    .join()

/** Masked for lists. */
export const maskedRecipient = (to: Recipient): string => {
  if ('phone' in to) return maskedPhone(to.phone)
  return 'mail' in to ? maskedMail(to.mail) : `${to.account.charAt(0)}***`
}
/** The recipient of an address on a channel. */
export const toRecipient = (channel: Channel, address: string): Recipient =>
  channel === 'sms' ? { phone: address } : { mail: address.toLowerCase() }

/** Where a message goes, and the person who reads it, if known. */
export type Reached = { address: string; person: Owner | undefined }
const toOwner = (user: { companyId: string; id: string } | undefined): Owner | undefined =>
  user && { companyId: user.companyId, userId: user.id }

/**
 * Address and reader of a message; undefined if the recipient is unknown or may not sign in. Resolved at delivery, so that
 * enqueuing costs the same for known and unknown recipients. Requires platform reach.
 */
export const findReached = async (
  db: Db,
  { to, onlyIfKnown }: { to: Recipient; onlyIfKnown: boolean },
  channel: Channel,
): Promise<Reached | undefined> => {
  if ('account' in to) {
    const user = await users.findByAccount(db, to.account)
    if (!canSignIn(user)) return undefined
    const own = channel === 'sms' ? user.phone : user.email
    return own === null ? undefined : { address: own, person: toOwner(user) }
  }
  const address = 'phone' in to ? to.phone : to.mail
  const user = await ('phone' in to ? users.findByPhone(db, to.phone) : users.findByMail(db, to.mail))
  return canSignIn(user) || !onlyIfKnown ? { address, person: toOwner(user) } : undefined
}
