import type { Db } from '../../kernel/db/database.ts'
import { maskedMail, maskedPhone } from '../../kernel/masked.ts'
import { mayEnter, users } from '../users/index.ts'
import type { Channel } from './builtin-templates.ts'

/** An account stands for the phone or mail address it has when the message is delivered. */
export type Recipient = { phone: string } | { mail: string } | { account: string }

/** One name for each, without regard to case: what budgets are counted by. */
export const nameOf = (to: Recipient): string =>
  Object.entries(to)
    .map(([kind, value]) => `${kind}:${value.toLowerCase()}`)
    .join()

/** As lists show it. */
export const maskedRecipient = (to: Recipient): string => {
  if ('phone' in to) return maskedPhone(to.phone)
  return 'mail' in to ? maskedMail(to.mail) : `${to.account.charAt(0)}***`
}
/** The recipient that an address is on its channel. */
export const recipientOn = (channel: Channel, address: string): Recipient =>
  channel === 'sms' ? { phone: address } : { mail: address.toLowerCase() }

/**
 * Where a message goes; undefined when nobody is there to be told. Asked at delivery and never before, so that asking for a
 * message costs the same for known and unknown (threat T11). Platform sight.
 */
export const addressOf = async (
  db: Db,
  { to, onlyIfKnown }: { to: Recipient; onlyIfKnown: boolean },
  channel: Channel,
): Promise<string | undefined> => {
  if ('account' in to) {
    const user = await users.findByAccount(db, to.account)
    if (!mayEnter(user)) return undefined
    return (channel === 'sms' ? user.phone : user.email) ?? undefined
  }
  const address = 'phone' in to ? to.phone : to.mail
  if (!onlyIfKnown) return address
  const user = await ('phone' in to ? users.findByPhone(db, to.phone) : users.findByMail(db, to.mail))
  return mayEnter(user) ? address : undefined
}
