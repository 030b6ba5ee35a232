import { rolesErrors } from '@atrium/contract/features/roles/roles.errors.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { orNotFound, personOf, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import { type RequestScope, refusalAt } from '../../kernel/scope.ts'
import type { SessionService } from '../session/index.ts'
import { keepingAdministrators, refuseForeignRoles, refuseOneself, refuseStronger } from '../users/index.ts'
import { confirmWorn } from './role-effects.ts'
import { type MembersQuery, roleMembersRepository as repository } from './role-members.repository.ts'
import { rolesRepository } from './roles.repository.ts'

/** Who wears a role. */
export const createRoleMembers = (sessions: SessionService) => ({
  /** A role that is not there has no members. */
  async list({ db, actor }: RequestScope, id: string, query: MembersQuery) {
    refuseDepth(query)
    return repository.list(db, actor, id, query)
  },

  /**
   * Gives a role to people and takes it from others; shows first who gains and loses what. Throws `noSuchUser`, `oneself`, `strongerPerson`, `beyondOwnRights`,
   * `templateUnworn`, `stopped`, and `lastAdministrator`.
   */
  async change(scope: RequestScope, id: string, { add, remove }: { add: string[]; remove: string[] }) {
    const { db, actor } = scope
    const { companyId } = actor
    const role = orNotFound(await rolesRepository.find(db, actor, id))
    const ids = [...new Set([...add, ...remove])]
    if (ids.length === 0) return null
    for (const userId of ids) refuseOneself(actor, userId)
    const people = await repository.hold(db, actor, ids)
    if (people.length < ids.length) throw refusalAt(rolesErrors.noSuchUser, 'add')
    await refuseStronger(db, actor, ...ids)
    await refuseForeignRoles(db, actor, add.length > 0 ? { given: [id], taken: [] } : { given: [], taken: [id] }, 'id')
    const changed = () =>
      keepingAdministrators(db, actor, async () => {
        await repository.take(db, companyId, id, remove)
        await repository.give(db, companyId, id, [...new Set(add)], personOf(scope))
        await repository.touch(db, companyId, ids, personOf(scope))
      })
    await confirmWorn(scope, ids, changed, remove.length > 0)
    const names = (of: readonly string[]) => people.flatMap((user) => (of.includes(user.id) ? user.account : []))
    const worn = (of: readonly string[], userId: string) => ({ roles: of.includes(userId) ? [role.name] : [] })
    scope.note({
      entityId: id,
      entityName: role.name,
      before: { members: names(remove) },
      after: { members: names(add) },
      parts: people.map(({ id: userId, name }) => ({
        event: usersContract.assignRoles.audit.event,
        ...{ entityId: userId, entityName: name, before: worn(remove, userId), after: worn(add, userId) },
      })),
    })
    scope.afterCommit(() => {
      for (const userId of ids) sessions.forgetUser(userId)
    })
    return null
  },
})
export type RoleMembersService = ReturnType<typeof createRoleMembers>
