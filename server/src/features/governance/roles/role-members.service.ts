import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { pairs } from '../../access/authorization/index.ts'
import type { SessionService } from '../../identity/session/index.ts'
import {
  keepAdministrators,
  refuseForeignRoles,
  refuseOneself,
  refuseRowsBeyond,
  refuseStronger,
} from '../../people/users/index.ts'
import { confirmAssignments } from './role-effects.ts'
import { type MembersQuery, roleMembersRepository as repository } from './role-members.repository.ts'
import { rolesRepository } from './roles.repository.ts'

/** Members of a role. */
export const createRoleMembers = (sessions: SessionService) => ({
  /** Empty for an unknown role. */
  async list({ db, actor }: RequestScope, id: string, query: MembersQuery) {
    assertPageDepth(query)
    return repository.list(db, actor, id, query)
  },

  /**
   * Assigns and revokes a role; gains and losses are confirmed first.
   * @throws `noSuchUser`, `oneself`, `strongerPerson`, `beyondOwnRights`, `rowsBeyond`, `templateUnworn`, `stopped`,
   *   and `lastAdministrator`
   */
  async change(scope: RequestScope, id: string, { add, remove }: { add: string[]; remove: string[] }) {
    const { db, actor } = scope
    const { companyId } = actor
    const role = orNotFound(await rolesRepository.find(db, actor, id))
    const [added, removed] = [new Set(add), new Set(remove)]
    const ids = [...new Set([...add, ...remove])]
    if (ids.length === 0) return null
    for (const userId of ids) refuseOneself(actor, userId)
    const people = await repository.lockUsers(db, actor, ids)
    if (people.length < ids.length) throw refusalAt(rolesErrors.noSuchUser, 'add')
    await refuseStronger(db, actor, ...ids)
    await refuseForeignRoles(
      db,
      actor,
      add.length > 0 ? { granted: [id], revoked: [] } : { granted: [], revoked: [id] },
      'id',
    )
    await refuseRowsBeyond(db, actor, { roles: pairs([...added].map((userId) => [userId, id])) }, 'add')
    const applyChange = () =>
      keepAdministrators(db, actor, async () => {
        await repository.revoke(db, companyId, id, remove)
        await repository.assign(db, companyId, id, [...added], toAuthor(scope))
        await repository.touch(db, companyId, ids, toAuthor(scope))
      })
    await confirmAssignments(scope, ids, applyChange, remove.length > 0)
    const names = (of: Set<string>) => people.flatMap((user) => (of.has(user.id) ? user.account : []))
    const auditedRoles = (of: Set<string>, userId: string) => ({ roles: of.has(userId) ? [role.name] : [] })
    scope.note({
      entityId: id,
      entityName: role.name,
      before: { members: names(removed) },
      after: { members: names(added) },
      sideEffects: people.map(({ id: userId, name }) => ({
        event: userRolesContract.assignRoles.audit.event,
        entityId: userId,
        entityName: name,
        before: auditedRoles(removed, userId),
        after: auditedRoles(added, userId),
      })),
    })
    scope.afterCommit(() => {
      for (const userId of ids) sessions.forgetUser(userId)
    })
    return null
  },
})
export type RoleMembersService = ReturnType<typeof createRoleMembers>
