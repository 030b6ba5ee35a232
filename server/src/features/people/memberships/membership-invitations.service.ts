import {
  membershipInvitationDays,
  type membershipInvitationWrite,
} from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { membershipsErrors } from '@atrium/contract/features/people/memberships/memberships.errors.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { email, phone } from '@atrium/contract/kernel/fields.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { maskedContacts } from '../../../kernel/masked.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { canReadContacts, type LoginUser, users } from '../users/index.ts'
import {
  type MembershipInvitationsQuery,
  membershipInvitationsRepository as repository,
} from './membership-invitations.repository.ts'
import type { Notifier } from './ports.ts'

/** The user who signs in with exactly this account, phone or mail address. */
const findLoginOwner = (db: Db, target: string): Promise<LoginUser | undefined> => {
  if (phone.safeParse(target).success) return users.findByPhone(db, target)
  return email.safeParse(target).success ? users.findByMail(db, target) : users.findByAccount(db, target)
}

/** Whether the caller may know that a user of their company signs in with this account, phone or mail address. */
const isKnownTo = async ({ db, actor }: RequestScope, { id, account }: LoginUser, target: string): Promise<boolean> =>
  (target === account || canReadContacts(actor)) && (await repository.isVisible(db, actor, id))

/** Invitations of a company to users with an account elsewhere. */
export const createMembershipInvitations = (messages: Notifier) => ({
  async list({ db, actor }: RequestScope, query: MembershipInvitationsQuery) {
    assertPageDepth(query)
    return repository.list(db, actor, query)
  },

  /**
   * Creates an invitation. The reply is the same if no such account exists, so that accounts cannot be probed. Throws
   * `notHere` in the platform company, which takes no members, and `alreadyMember` for its own accounts. One that the
   * caller may not see, or not by its contacts, is invited like an unknown one, without a notice.
   */
  async create(scope: RequestScope, write: z.output<typeof membershipInvitationWrite>) {
    const { db, actor } = scope
    const { companyId } = actor
    if (actor.platform) throw new AppError(membershipsErrors.notHere)
    const { target } = write
    const found = await findLoginOwner(db, target)
    const isOwn = found?.companyId === companyId
    if (isOwn && (await isKnownTo(scope, found, target))) throw refusalAt(usersErrors.alreadyMember, 'target')
    const isRepeated = await repository.hasOpenInvitation(db, companyId, target)
    const principal = found && !isOwn ? { companyId: found.companyId, userId: found.id } : undefined
    const created = await repository.insert(db, { companyId, ...write, principal, by: toAuthor(scope) })
    scope.note({ entityId: created.id, entityName: maskedContacts(target), after: { note: write.note } })
    // Repeated invitations send no further message.
    if (!(isRepeated || isOwn)) {
      const { name, companyName: company } = actor
      const values = { name, company, days: String(membershipInvitationDays) }
      await messages.notify(scope, [found?.account ?? target], { companyId, template: 'membershipAsked', values })
    }
    return created
  },

  async remove({ db, note }: RequestScope, id: string) {
    const { target, ...before } = orNotFound(await repository.hold(db, id))
    await repository.remove(db, id)
    note({ entityId: id, entityName: maskedContacts(target), before })
    return null
  },
})
export type MembershipInvitations = ReturnType<typeof createMembershipInvitations>
