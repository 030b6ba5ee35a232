import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import {
  type MembershipImpact,
  membershipsContract,
  type OwnMemberships as OwnMembershipsReply,
} from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { membershipsErrors } from '@atrium/contract/features/people/memberships/memberships.errors.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { newId } from '../../../kernel/ids.ts'
import { maskedContacts } from '../../../kernel/masked.ts'
import { AppError, type RequestScope, toPrincipal } from '../../../kernel/scope.ts'
import { later } from '../../../kernel/texts/later-text.ts'
import { assertUserLimit, findSecondStepStart, isAddressAllowed, refusalMessages } from '../../tenancy/tenants/index.ts'
import { isLastAdministrator, memberships, users } from '../users/index.ts'
import { membershipInvitationsRepository as invitations } from './membership-invitations.repository.ts'
import type { MemberSessions, Notifier } from './ports.ts'

const logoutEvent = 'session.ended'
const leaveEvent = membershipsContract.leave.audit.event

const answerWords = { accepted: later('接受了'), declined: later('婉拒了') } as const

type HeldInvitation = NonNullable<Awaited<ReturnType<typeof invitations.holdFor>>>

/** A user's own memberships: where they work with their account. */
export const createOwnMemberships = (sessions: MemberSessions, messages: Notifier) => {
  /** Closes an invitation and notifies the inviter if they still exist. */
  const decide = async (
    scope: RequestScope,
    { id, companyId, company, target, by }: HeldInvitation,
    answer: keyof typeof answerWords,
  ) => {
    await invitations.decide(scope.db, id, answer)
    // An empty id stands for the product itself.
    const inviter = by.id === '' ? undefined : await users.find(scope.db, companyId, by.id)
    if (!inviter) return
    const values = { target, company, answer: answerWords[answer] }
    await messages.notify(scope, [inviter.account], { companyId, template: 'membershipAnswered', values })
  }

  return {
    async list({ db, actor }: RequestScope): Promise<OwnMembershipsReply> {
      const principal = toPrincipal(actor)
      const [workplaces, open] = await Promise.all([
        memberships.workplaces(db, principal),
        invitations.openFor(db, principal),
      ])
      const companies = workplaces.map(({ companyId, companyName }) => ({
        id: companyId,
        name: companyName,
        current: companyId === actor.companyId,
        principal: companyId === principal.companyId,
      }))
      return { companies, invitations: open }
    },

    /**
     * Joins a company as a user without roles; sign-in stays the same. Logged only in that company: the one the caller
     * is signed in to has no part in it.
     * @throws `notFound` if the invitation was answered, withdrawn or expired, `closed`, `userLimit` and
     *   `alreadyMember`
     */
    async accept(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const principal = toPrincipal(actor)
      const invitation = orNotFound(await invitations.holdFor(db, principal, id))
      const { companyId, admission, by } = invitation
      if (refusalMessages[admission] !== undefined) throw new AppError(membershipsErrors.closed)
      if (await memberships.isMember(db, companyId, principal)) throw new AppError(usersErrors.alreadyMember)
      await assertUserLimit(db, companyId)
      const { account, name } = orNotFound(await users.find(db, principal.companyId, principal.userId))
      const userId = newId()
      await memberships.insert(db, { companyId, userId }, { principal, account, name, by })
      await decide(scope, invitation, 'accepted')
      scope.note({
        actor: auditActor({ companyId, id: userId, name }),
        entityId: userId,
        entityName: name,
        after: { account, name },
      })
      return null
    },

    /**
     * Switches to another company of the caller.
     * @throws `noPlace` if they cannot work there now, `addressRefused` if not from this address, `ssoOnly` if its
     *   tenant wants another way to sign in, and `secondStepFirst` if sign-in would have required setting up a second
     *   step
     */
    async enter(scope: RequestScope, companyId: string) {
      const { db, actor, origin } = scope
      const principal = toPrincipal(actor)
      const workplaces = await memberships.workplaces(db, principal)
      const workplace = workplaces.find((each) => each.companyId === companyId && companyId !== actor.companyId)
      if (!workplace) throw new AppError(membershipsErrors.noPlace)
      const { policy } = workplace
      if (!isAddressAllowed(policy?.addresses ?? [], origin.ip)) throw new AppError(signInErrors.addressRefused)
      const provider = policy?.providers ? await sessions.findIdentityProvider(db, actor.sessionId) : undefined
      if (policy?.providers && !(provider !== undefined && policy.providers.includes(provider)))
        throw new AppError(signInErrors.ssoOnly)
      if (policy?.secondStep && (await findSecondStepStart(db, workplace)))
        throw new AppError(membershipsErrors.secondStepFirst)
      const tokens = await sessions.switchCompany(db, { ...workplace, principal }, actor.sessionId, origin)
      const { userId, name } = workplace
      scope.note({
        actor: auditActor({ companyId, id: userId, name }),
        entityId: userId,
        entityName: name,
        sideEffects: [
          { event: logoutEvent, companyId: actor.companyId, entityId: actor.userId, entityName: actor.name },
        ],
      })
      scope.afterCommit(() => sessions.forgetUser(actor.userId))
      return tokens
    },

    /**
     * Ends a membership, possibly of the current company, after confirmation of the impact. Throws `notFound` if the
     * caller is no member or locked, and `lastAdministrator`. Logged in that company and, without its name, in the
     * current one: neither learns of the other (decision 36).
     */
    async leave(scope: RequestScope, companyId: string) {
      const { db, actor } = scope
      const member = orNotFound(await memberships.hold(db, companyId, toPrincipal(actor)))
      const { userId, account, name, company } = member
      const owner = { companyId, userId }
      const current = companyId === actor.companyId
      if (await isLastAdministrator(db, owner)) throw new AppError(membershipsErrors.lastAdministrator)
      const holdings = await memberships.rolesAndOrganizations(db, owner)
      const sessionCount = await sessions.count(db, owner)
      scope.confirm({ company, ...holdings, sessions: sessionCount, current } satisfies MembershipImpact)
      await memberships.end(db, owner, { id: userId, name })
      await sessions.endAll(db, owner, 'left')
      const elsewhere = {
        event: leaveEvent,
        companyId: actor.companyId,
        entityId: actor.userId,
        entityName: actor.name,
      }
      scope.note({
        actor: auditActor({ companyId, id: userId, name }),
        entityId: userId,
        entityName: name,
        before: { account, name, ...holdings },
        sideEffects: current ? [] : [elsewhere],
      })
      scope.afterCommit(() => sessions.forgetUser(userId))
      return null
    },

    async decline(scope: RequestScope, id: string) {
      const { db, actor, note } = scope
      const principal = toPrincipal(actor)
      const invitation = orNotFound(await invitations.holdFor(db, principal, id))
      const { companyId, target } = invitation
      const name = maskedContacts(target)
      await decide(scope, invitation, 'declined')
      // Logged in the inviting company under the invited name: it does not learn the account.
      note({ actor: auditActor({ companyId, id: principal.userId, name }), entityId: id, entityName: name })
      return null
    },
  }
}
export type OwnMemberships = ReturnType<typeof createOwnMemberships>
