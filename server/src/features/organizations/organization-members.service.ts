import {
  type Membership,
  organizationsContract,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/organizations/organizations.errors.ts'
import { orNotFound, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import { AppError, type AuditNote, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import type { SessionService } from '../session/index.ts'
import { type MembersQuery, organizationMembersRepository as repository } from './organization-members.repository.ts'
import { refuseRolesOf } from './organization-roles.service.ts'
import { refuseStopped } from './organization-rules.ts'
import { organizationsRepository } from './organizations.repository.ts'
import { postsRepository } from './posts.repository.ts'

/**
 * Lets somebody who was just added belong to these; in the first he is found first. Out: what their timelines say of it.
 * Throws at `field`: `noSuchOrganization`, `stopped`, and as `refuseRolesOf` says.
 */
export const letIntoOrganizations = async (
  { db, actor }: Pick<RequestScope, 'db' | 'actor'>,
  user: { id: string; account: string },
  ids: readonly string[],
  field: string,
): Promise<NonNullable<AuditNote['parts']>> => {
  const { companyId } = actor
  await organizationsRepository.takeTurn(db, companyId)
  const { event } = organizationsContract.changeMembers.audit
  const parts = []
  for (const id of new Set(ids)) {
    const place = await organizationsRepository.placeOf(db, companyId, id)
    if (!place) throw refusalAt(organizationsErrors.noSuchOrganization, field)
    refuseStopped(place, field)
    await refuseRolesOf({ db, actor }, { from: id }, [user.id], field)
    await repository.add(db, companyId, id, [user.id])
    const [before, after] = [{ members: [] }, { members: [user.account] }]
    parts.push({ event, entityId: id, entityName: place.name, before, after })
  }
  return parts
}

/** Lets people wear other roles, and asks whether what that does to them is meant (111). */
export type ConfirmWorn = (
  scope: RequestScope,
  userIds: readonly string[],
  change: () => Promise<void>,
  isLeaving: boolean,
) => Promise<void>

/** Who belongs to which organisation, and as what. */
export const createOrganizationMembers = (sessions: SessionService, confirmWorn: ConfirmWorn) => {
  const placeOf = async ({ db, actor }: RequestScope, id: string) =>
    orNotFound(await organizationsRepository.placeOf(db, actor.companyId, id))
  /** Whose rows they see may have changed. */
  const forget = (scope: RequestScope, userIds: readonly string[]) =>
    scope.afterCommit(() => {
      for (const userId of userIds) sessions.forgetUser(userId)
    })

  return {
    /** An organisation that is not there has no members. */
    async list({ db, actor }: RequestScope, id: string, query: MembersQuery) {
      refuseDepth(query)
      return repository.list(db, actor, id, query)
    },

    /** Shows first what people gain and lose by the roles it gives. Throws `stopped` for people who are let in, and `noSuchUser`. */
    async change(scope: RequestScope, id: string, { add, remove }: { add: string[]; remove: string[] }) {
      const { db, actor } = scope
      const { companyId } = actor
      await organizationsRepository.takeTurn(db, companyId)
      const place = await placeOf(scope, id)
      if (add.length > 0) refuseStopped(place, 'add')
      const ids = [...new Set([...add, ...remove])]
      const people = await repository.hold(db, actor, ids)
      if (people.length < ids.length) throw refusalAt(organizationsErrors.noSuchUser, 'add')
      await refuseRolesOf(scope, { from: id }, ids, 'add')
      const changed = async () => {
        await repository.remove(db, companyId, id, remove)
        await repository.add(db, companyId, id, add)
        await repository.settle(db, companyId, ids)
      }
      await confirmWorn(scope, ids, changed, remove.length > 0)
      const accounts = (of: readonly string[]) => people.flatMap((user) => (of.includes(user.id) ? user.account : []))
      scope.note({
        entityId: id,
        entityName: place.name,
        before: { members: accounts(remove) },
        after: { members: accounts(add) },
      })
      forget(scope, ids)
      return null
    },

    /** Throws `noMember` and `noSuchPost`. */
    async update(scope: RequestScope, { id, userId }: { id: string; userId: string }, wish: Membership) {
      const { db, actor } = scope
      const { companyId } = actor
      await organizationsRepository.takeTurn(db, companyId)
      const { name } = await placeOf(scope, id)
      const [person] = await repository.hold(db, actor, [userId])
      const before = person && (await repository.find(db, companyId, id, userId))
      if (!before) throw new AppError(organizationsErrors.noMember)
      if (wish.postId !== null && !(await postsRepository.find(db, wish.postId)))
        throw refusalAt(organizationsErrors.noSuchPost, 'postId')
      await repository.update(db, companyId, id, userId, wish)
      const after = await repository.find(db, companyId, id, userId)
      scope.note({ entityId: id, entityName: `${name}：${person.account}`, before, after })
      return null
    },
  }
}
export type OrganizationMembersService = ReturnType<typeof createOrganizationMembers>
