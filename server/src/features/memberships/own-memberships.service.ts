import {
  type MembershipImpact,
  membershipsContract,
  type OwnMemberships,
} from '@atrium/contract/features/memberships/memberships.contract.ts'
import { membershipsErrors } from '@atrium/contract/features/memberships/memberships.errors.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import { auditActor } from '../../kernel/audit-actor.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import { newId } from '../../kernel/ids.ts'
import { maskedContacts } from '../../kernel/masked.ts'
import { AppError, principalOf, type RequestScope } from '../../kernel/scope.ts'
import { closedDoors, mayComeFrom, refuseFull, secondStepWanted } from '../companies/index.ts'
import type { Messages } from '../messages/index.ts'
import type { SessionService } from '../session/index.ts'
import { isLastAdministrator, memberships, users } from '../users/index.ts'
import { membershipInvitationsRepository as invitations } from './membership-invitations.repository.ts'

const left = sessionContract.logout.audit.event
const ended = membershipsContract.leave.audit.event

const answers = { accepted: '接受了', declined: '婉拒了' } as const

type Held = NonNullable<Awaited<ReturnType<typeof invitations.holdFor>>>

/** What somebody decides about himself: where he works with the account he has. */
export const createOwnMemberships = (sessions: SessionService, messages: Messages) => {
  /** Closes an invitation; whoever made it is told, if he is still there. */
  const decide = async (
    scope: RequestScope,
    { id, companyId, company, target, by }: Held,
    answer: keyof typeof answers,
  ) => {
    await invitations.decide(scope.db, id, answer)
    // What the product made itself, nobody made.
    const inviter = by.id === '' ? undefined : await users.find(scope.db, companyId, by.id)
    if (!inviter) return
    const values = { target, company, answer: answers[answer] }
    await messages.tell(scope, [inviter.account], { companyId, template: 'membershipAnswered', values })
  }

  return {
    async list({ db, actor }: RequestScope): Promise<OwnMemberships> {
      const principal = principalOf(actor)
      const [places, open] = await Promise.all([memberships.places(db, principal), invitations.openFor(db, principal)])
      const companies = places.map(({ companyId, companyName }) => ({
        id: companyId,
        name: companyName,
        current: companyId === actor.companyId,
        principal: companyId === principal.companyId,
      }))
      return { companies, invitations: open }
    },

    /**
     * Joins a company as a user without roles, who signs in as before. Its own log tells it; what else he does is none of the
     * business of the company he is signed in to. Throws `notFound` where it was
     * answered, taken back or lapsed, `closed`, `userLimit` and `alreadyMember`.
     */
    async accept(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const principal = principalOf(actor)
      const asked = orNotFound(await invitations.holdFor(db, principal, id))
      const { companyId, door, by } = asked
      if (closedDoors[door] !== undefined) throw new AppError(membershipsErrors.closed)
      if (await memberships.isMember(db, companyId, principal)) throw new AppError(usersErrors.alreadyMember)
      await refuseFull(db, companyId)
      const { account, name } = orNotFound(await users.find(db, principal.companyId, principal.userId))
      const userId = newId()
      await memberships.insert(db, { companyId, userId }, { principal, account, name, by })
      await decide(scope, asked, 'accepted')
      scope.note({
        actor: auditActor({ companyId, id: userId, name }),
        entityId: userId,
        entityName: name,
        after: { account, name },
      })
      return null
    },

    /**
     * Goes on in another of his companies. Throws `noPlace` where he may not work there at this moment, `addressRefused` where
     * not from here, and `secondStepFirst` where he would have had to set one up while signing in.
     */
    async enter(scope: RequestScope, companyId: string) {
      const { db, actor, origin } = scope
      const principal = principalOf(actor)
      const places = await memberships.places(db, principal)
      const place = places.find((each) => each.companyId === companyId && companyId !== actor.companyId)
      if (!place) throw new AppError(membershipsErrors.noPlace)
      const { policy } = place
      if (!mayComeFrom(policy?.addresses ?? [], origin.ip)) throw new AppError(signInErrors.addressRefused)
      if (policy?.secondStep && (await secondStepWanted(db, place)))
        throw new AppError(membershipsErrors.secondStepFirst)
      const tokens = await sessions.moveTo(db, { ...place, principal }, actor.sessionId, origin)
      const { userId, name } = place
      scope.note({
        ...{ actor: auditActor({ companyId, id: userId, name }), entityId: userId, entityName: name },
        parts: [{ event: left, companyId: actor.companyId, entityId: actor.userId, entityName: actor.name }],
      })
      scope.afterCommit(() => sessions.forgetUser(actor.userId))
      return tokens
    },

    /**
     * Ends his membership of a company, which he may be signed in to; shows first what he loses there. Throws `notFound` where
     * he is no member or locked, and `lastAdministrator`. Told in that company's log, and where he is signed in, if that is
     * another, without its name: neither hears of the other (decision 36).
     */
    async leave(scope: RequestScope, companyId: string) {
      const { db, actor } = scope
      const member = orNotFound(await memberships.hold(db, companyId, principalOf(actor)))
      const { userId, account, name, company } = member
      const owner = { companyId, userId }
      const current = companyId === actor.companyId
      if (await isLastAdministrator(db, owner)) throw new AppError(membershipsErrors.lastAdministrator)
      const held = await memberships.held(db, owner)
      const living = await sessions.count(db, owner)
      scope.confirm({ company, ...held, sessions: living, current } satisfies MembershipImpact)
      await memberships.end(db, owner, { id: userId, name })
      await sessions.endAll(db, owner, 'left')
      const elsewhere = { event: ended, companyId: actor.companyId, entityId: actor.userId, entityName: actor.name }
      scope.note({
        ...{ actor: auditActor({ companyId, id: userId, name }), entityId: userId, entityName: name },
        ...{ before: { account, name, ...held }, parts: current ? [] : [elsewhere] },
      })
      scope.afterCommit(() => sessions.forgetUser(userId))
      return null
    },

    async decline(scope: RequestScope, id: string) {
      const { db, actor, note } = scope
      const principal = principalOf(actor)
      const asked = orNotFound(await invitations.holdFor(db, principal, id))
      const { companyId, target } = asked
      const name = maskedContacts(target)
      await decide(scope, asked, 'declined')
      // In the log of the company that asked, by the name it asked for: his own it is not told.
      note({ actor: auditActor({ companyId, id: principal.userId, name }), entityId: id, entityName: name })
      return null
    },
  }
}
export type OwnMembershipsService = ReturnType<typeof createOwnMemberships>
