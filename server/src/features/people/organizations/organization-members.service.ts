import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import type { Membership } from '@atrium/contract/features/people/users/assignments.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import { pairs } from '../../access/authorization/index.ts'
import { hasPosts } from '../posts/index.ts'
import { refuseRowsBeyond } from '../users/index.ts'
import { type MembersQuery, organizationMembersRepository as repository } from './organization-members.repository.ts'
import { authorizeRoles } from './organization-roles.service.ts'
import { refuseStopped } from './organization-rules.ts'
import { organizationsRepository } from './organizations.repository.ts'

/** Runs a change of role assignments and asks for confirmation of its impact (111). */
export type ConfirmAssignments = (
  scope: RequestScope,
  userIds: readonly string[],
  change: () => Promise<void>,
  isLeaving: boolean,
) => Promise<void>

/** Members of organisations. */
export const createOrganizationMembers = (sessions: SessionEnder, confirmAssignments: ConfirmAssignments) => {
  const getPosition = async ({ db, actor }: RequestScope, id: string) =>
    orNotFound(await organizationsRepository.findPosition(db, actor.companyId, id))
  /** Row scopes of these users may have changed. */
  const forgetSessions = (scope: RequestScope, userIds: readonly string[]) =>
    scope.afterCommit(() => {
      for (const userId of userIds) sessions.forgetUser(userId)
    })

  return {
    /** An unknown organisation has no members. */
    async list({ db, actor }: RequestScope, id: string, query: MembersQuery) {
      assertPageDepth(query)
      return repository.list(db, actor, id, query)
    },

    /**
     * Adds and removes members after confirmation of the rights they gain and lose.
     * @throws `stopped` for added members, `noSuchUser` and `rowsBeyond`
     */
    async change(scope: RequestScope, id: string, { add, remove }: { add: string[]; remove: string[] }) {
      const { db, actor } = scope
      const { companyId } = actor
      await organizationsRepository.lockTree(db, companyId)
      const organization = await getPosition(scope, id)
      if (add.length > 0) refuseStopped(organization, 'add')
      const ids = [...new Set([...add, ...remove])]
      const people = await repository.hold(db, actor, ids)
      if (people.length < ids.length) throw refusalAt(organizationsErrors.noSuchUser, 'add')
      await authorizeRoles(scope, { from: id }, ids, 'add')
      await refuseRowsBeyond(db, actor, { joined: pairs(add.map((userId) => [userId, id])) }, 'add')
      const applyChange = async () => {
        await repository.remove(db, companyId, id, remove)
        await repository.add(db, companyId, id, add)
        await repository.ensurePrimary(db, companyId, ids)
      }
      await confirmAssignments(scope, ids, applyChange, remove.length > 0)
      const accounts = (of: readonly string[]) => people.flatMap((user) => (of.includes(user.id) ? user.account : []))
      scope.note({
        entityId: id,
        entityName: organization.name,
        before: { members: accounts(remove) },
        after: { members: accounts(add) },
      })
      forgetSessions(scope, ids)
      return null
    },

    /** Throws `noMember` and `noSuchPost`. */
    async update(scope: RequestScope, { id, userId }: { id: string; userId: string }, request: Membership) {
      const { db, actor } = scope
      const { companyId } = actor
      await organizationsRepository.lockTree(db, companyId)
      const { name } = await getPosition(scope, id)
      const [person] = await repository.hold(db, actor, [userId])
      const before = person && (await repository.find(db, companyId, id, userId))
      if (!before) throw new AppError(organizationsErrors.noMember)
      if (request.postId !== null && !(await hasPosts(db, companyId, [request.postId])))
        throw refusalAt(organizationsErrors.noSuchPost, 'postId')
      await repository.update(db, companyId, id, userId, request)
      const after = await repository.find(db, companyId, id, userId)
      scope.note({ entityId: id, entityName: `${name}：${person.account}`, before, after })
      return null
    },
  }
}
export type OrganizationMembersService = ReturnType<typeof createOrganizationMembers>
