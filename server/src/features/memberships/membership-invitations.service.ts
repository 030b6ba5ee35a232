import {
  membershipInvitationDays,
  type membershipInvitationWrite,
} from '@atrium/contract/features/memberships/memberships.contract.ts'
import { membershipsErrors } from '@atrium/contract/features/memberships/memberships.errors.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import { email, phone } from '@atrium/contract/kernel/fields.ts'
import type * as z from 'zod/mini'
import { orNotFound, personOf, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import type { Db } from '../../kernel/db/database.ts'
import { maskedContacts } from '../../kernel/masked.ts'
import { AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import type { Messages } from '../messages/index.ts'
import { type KnownUser, users } from '../users/index.ts'
import {
  type MembershipInvitationsQuery,
  membershipInvitationsRepository as repository,
} from './membership-invitations.repository.ts'

/** Whoever signs in with exactly this. */
const ownerOf = (db: Db, target: string): Promise<KnownUser | undefined> => {
  if (phone.safeParse(target).success) return users.findByPhone(db, target)
  return email.safeParse(target).success ? users.findByMail(db, target) : users.findByAccount(db, target)
}

/** Whom a company asks to join it with an account of his own. */
export const createMembershipInvitations = (messages: Messages) => ({
  async list({ db, actor }: RequestScope, query: MembershipInvitationsQuery) {
    refuseDepth(query)
    return repository.list(db, actor, query)
  },

  /**
   * Keeps the invitation for whoever the account is of, and answers the same where it is nobody's (threat T11). Throws
   * `notHere` in the platform's company, which nobody from elsewhere gets into, and `alreadyMember` for its own accounts.
   */
  async create(scope: RequestScope, write: z.output<typeof membershipInvitationWrite>) {
    const { db, actor } = scope
    const { companyId } = actor
    if (actor.platform) throw new AppError(membershipsErrors.notHere)
    const { target } = write
    const found = await ownerOf(db, target)
    if (found?.companyId === companyId) throw refusalAt(usersErrors.alreadyMember, 'target')
    const isAsked = await repository.isAsked(db, companyId, target)
    const principal = found && { companyId: found.companyId, userId: found.id }
    const created = await repository.insert(db, { companyId, ...write, principal, by: personOf(scope) })
    scope.note({ entityId: created.id, entityName: maskedContacts(target), after: { note: write.note } })
    // Who asks again and again fills nobody's mailbox.
    if (!isAsked) {
      const { name, companyName: company } = actor
      const values = { name, company, days: String(membershipInvitationDays) }
      await messages.tell(scope, [found?.account ?? target], { companyId, template: 'membershipAsked', values })
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
