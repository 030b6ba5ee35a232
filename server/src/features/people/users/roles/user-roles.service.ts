import type { RequestedRole } from '@atrium/contract/features/people/users/assignments.ts'
import type { UserRoles } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../../kernel/db/crud-handlers.ts'
import type { Person } from '../../../../kernel/db/crud-repository.ts'
import { type Actor, AppError, type Owner, type RequestScope } from '../../../../kernel/scope.ts'
import type { SessionEnder } from '../../../../kernel/session-ender.ts'
import { canHaveScopeOrg, readGrantLimits, roleAssignments, roleGrants } from '../../../access/authorization/index.ts'
import { managedUsersRepository as repository } from '../listing/managed-users.repository.ts'
import { keepAdministrators, refuseOneself, refuseStronger } from '../user-rules.ts'
import { usersRepository as users } from '../users.repository.ts'
import { referenceOrNull } from './effective-rights.ts'
import { auditedRoles, type ConfirmAssignments, planRoleChange, roleMemberEvents } from './role-change.ts'

const toOwner = ({ companyId }: Actor, userId: string) => ({ companyId, userId })

/** Role assignments of users. `sessions` drops cached rights. */
export const createUserRoles = (sessions: SessionEnder, confirmAssignments: ConfirmAssignments) => {
  /** Locks a user whose roles the caller may change. */
  const holdAssignee = async ({ db, actor }: RequestScope, userId: string) => {
    if (!(await repository.hold(db, actor, userId))) orNotFound(undefined)
    const user = orNotFound(await repository.find(db, actor, userId))
    refuseOneself(actor, userId)
    await refuseStronger(db, actor, userId)
    return user
  }
  const holdsRole = async ({ db, actor }: RequestScope, userId: string, roleId: string) =>
    (await roleAssignments.of(db, toOwner(actor, userId))).some((each) => each.roleId === roleId)
  const change = async (
    scope: RequestScope,
    user: { id: string; name: string; account: string },
    request: Pick<UserRoles, 'roles' | 'mode'>,
    run: (apply: () => Promise<void>) => Promise<void> = (apply) => apply(),
  ) => {
    const owner = toOwner(scope.actor, user.id)
    const plan = await planRoleChange(scope, user, request)
    await run(() =>
      keepAdministrators(scope.db, owner, async () => {
        await plan.apply()
        await users.amend(scope.db, owner, {}, toAuthor(scope))
      }),
    )
    scope.note({ entityId: user.id, entityName: user.name, ...(await plan.audited()) })
    scope.afterCommit(() => sessions.forgetUser(user.id))
    return null
  }
  return {
    async list({ db, actor }: RequestScope, userId: string) {
      const owner = toOwner(actor, userId)
      const user = orNotFound(await repository.find(db, actor, userId))
      const [assignments, byOrganization, { canAssign }] = await Promise.all([
        roleAssignments.of(db, owner),
        roleAssignments.byOrganization(db, owner),
        readGrantLimits(db, actor),
      ])
      const roles = await roleAssignments.roles(
        db,
        actor.companyId,
        assignments.map(({ roleId }) => roleId),
      )
      const known = new Map(
        roles.map((role) => [role.id, { grantable: canAssign(role), anchorable: canHaveScopeOrg(role) }]),
      )
      return {
        assigned: assignments.map(({ orgId, orgName, ...role }) => ({
          ...role,
          ...(known.get(role.roleId) ?? { grantable: false, anchorable: false }),
          anchor: referenceOrNull(orgId, orgName),
        })),
        byOrganization: byOrganization.map(({ id, name, orgId, orgName }) => ({
          id,
          name,
          organization: { id: orgId, name: orgName },
        })),
        version: user.version,
      }
    },

    async assign(scope: RequestScope, userId: string, request: UserRoles) {
      const user = await holdAssignee(scope, userId)
      assertVersion({ id: userId, version: user.version }, request.version)
      return change(scope, user, request, (apply) => confirmAssignments(scope, [userId], apply))
    },

    /**
     * Assigns a role without confirmation.
     * @throws `alreadyGranted`, and as `assign` does
     */
    async grant(scope: RequestScope, userId: string, role: Pick<RequestedRole, 'roleId' | 'expireTime' | 'reason'>) {
      const user = await holdAssignee(scope, userId)
      if (await holdsRole(scope, userId, role.roleId)) throw new AppError(usersErrors.alreadyGranted)
      const roles = [{ ...role, orgId: null, startTime: null }]
      return change(scope, user, { roles, mode: 'add' })
    },

    /**
     * Assigns roles again as they were, without confirmation.
     * @throws as `assign` does
     */
    async regrant(scope: RequestScope, userId: string, roles: RequestedRole[]) {
      const user = await holdAssignee(scope, userId)
      return change(scope, user, { roles, mode: 'add' })
    },

    /**
     * Revokes a role without confirmation.
     * @throws `notGranted`, and as `assign` does
     */
    async revoke(scope: RequestScope, userId: string, roleId: string) {
      const user = await holdAssignee(scope, userId)
      if (!(await holdsRole(scope, userId, roleId))) throw new AppError(usersErrors.notGranted)
      const roles = [{ roleId, orgId: null, startTime: null, expireTime: null, reason: '' }]
      return change(scope, user, { roles, mode: 'remove' })
    },

    /**
     * Revokes a role after an authorized decision; the caller's own rights are not checked.
     * @returns whether the user held the role
     * @throws `lastAdministrator`
     */
    async withdraw(
      { db, note, afterCommit }: Pick<RequestScope, 'db' | 'note' | 'afterCommit'>,
      owner: Owner,
      roleId: string,
      by: Person,
    ): Promise<boolean> {
      const { userId } = owner
      const user = await users.hold(db, owner)
      const before = await roleAssignments.of(db, owner)
      if (!user || !before.some(({ roleId: id }) => id === roleId)) return false
      await keepAdministrators(db, owner, async () => {
        await roleGrants.revoke(db, owner.companyId, [{ userId, roleId }])
        await users.amend(db, owner, {}, by)
      })
      const after = before.filter(({ roleId: id }) => id !== roleId)
      const sideEffects = roleMemberEvents([{ account: user.account, before, after, changedRoleIds: [roleId] }])
      note({
        entityId: userId,
        entityName: user.name,
        before: auditedRoles(before),
        after: auditedRoles(after),
        sideEffects,
      })
      afterCommit(() => sessions.forgetUser(userId))
      return true
    },
  }
}
export type UserRolesService = ReturnType<typeof createUserRoles>
