import type { OwnMemberships } from '@atrium/contract/features/memberships/memberships.contract.ts'
import { membershipsErrors } from '@atrium/contract/features/memberships/memberships.errors.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import { newId } from '../../kernel/ids.ts'
import { type Actor, AppError, type RequestScope } from '../../kernel/scope.ts'
import { closedDoors, refuseFull } from '../companies/index.ts'
import type { SessionService } from '../session/index.ts'
import { memberships, users } from '../users/index.ts'
import { membershipInvitationsRepository as invitations } from './membership-invitations.repository.ts'

const left = sessionContract.logout.audit.event

/** Whoever signs in, in whichever of his companies he is. */
const principalOf = ({ principal, companyId, userId }: Actor) => principal ?? { companyId, userId }

/** What somebody decides about himself: where he works with the account he has. */
export const createOwnMemberships = (sessions: SessionService) => ({
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
    const { companyId, door, by } = orNotFound(await invitations.holdFor(db, principal, id))
    if (closedDoors[door] !== undefined) throw new AppError(membershipsErrors.closed)
    if (await memberships.isMember(db, companyId, principal)) throw new AppError(usersErrors.alreadyMember)
    await refuseFull(db, companyId)
    const { account, name } = orNotFound(await users.find(db, principal.companyId, principal.userId))
    const userId = newId()
    await memberships.insert(db, { companyId, userId }, { principal, account, name, by })
    await invitations.decide(db, id, 'accepted')
    scope.note({
      actor: { companyId, id: userId, name },
      entityId: userId,
      entityName: name,
      after: { account, name },
    })
    return null
  },

  /** Goes on in another of his companies. Throws `noPlace` where he may not work there at this moment. */
  async enter(scope: RequestScope, companyId: string) {
    const { db, actor, origin } = scope
    const places = await memberships.places(db, principalOf(actor))
    const place = places.find((each) => each.companyId === companyId && companyId !== actor.companyId)
    if (!place) throw new AppError(membershipsErrors.noPlace)
    const tokens = await sessions.moveTo(db, place, actor.sessionId, origin)
    const { userId, name } = place
    scope.note({
      ...{ actor: { companyId, id: userId, name }, entityId: userId, entityName: name },
      parts: [{ event: left, companyId: actor.companyId, entityId: actor.userId, entityName: actor.name }],
    })
    scope.afterCommit(() => sessions.forgetUser(actor.userId))
    return tokens
  },

  async decline({ db, actor, note }: RequestScope, id: string) {
    const principal = principalOf(actor)
    const { companyId, target } = orNotFound(await invitations.holdFor(db, principal, id))
    await invitations.decide(db, id, 'declined')
    // In the log of the company that asked, by the name it asked for: his own it is not told.
    note({ actor: { companyId, id: principal.userId, name: target }, entityId: id, entityName: target })
    return null
  },
})
export type OwnMembershipsService = ReturnType<typeof createOwnMemberships>
