import type { UserRoles, userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertVersion, authorOf, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import { type Actor, type AuditNote, type Owner, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import {
  allElementCodes,
  canHaveScopeOrg,
  grantLimitsOf,
  roleAssignments,
  roleGrants,
  visibleRows,
} from '../../access/authorization/index.ts'
import { managedUsersRepository as repository } from './managed-users.repository.ts'
import {
  keepAdministrators,
  refuseForeignRoles,
  refuseForeignScopeOrgs,
  refuseOneself,
  refusePast,
  refuseStronger,
} from './user-rules.ts'
import { usersRepository as users } from './users.repository.ts'

type RequestedRoles = UserRoles['roles']
type Assignment = Awaited<ReturnType<typeof roleAssignments.of>>[number]

const ownerOf = ({ companyId }: Actor, userId: string) => ({ companyId, userId })
const moment = (time: string | null) => time && new Date(time).toISOString()
const isSameAssignment = (assignment: Assignment, requested: RequestedRoles[number]) =>
  assignment.orgId === requested.orgId &&
  assignment.startTime === moment(requested.startTime) &&
  assignment.expireTime === moment(requested.expireTime) &&
  assignment.reason === requested.reason

const refuseInvalidTerm = ({ startTime, expireTime }: RequestedRoles[number], at: number) => {
  const field = `roles.${at}.expireTime`
  refusePast(expireTime, field)
  if (startTime !== null && expireTime !== null && Date.parse(startTime) >= Date.parse(expireTime))
    throw refusalAt(usersErrors.timesReversed, field)
}

const auditedRoles = (assignments: readonly Assignment[]) => ({
  roles: assignments.map(({ roleId, name, orgName, startTime, expireTime, reason }) => ({
    ...{ roleId, name, startTime, expireTime, reason },
    ...(orgName !== null && { organization: orgName }),
  })),
})

/** Assignments to grant and roles to revoke so that the request is met. */
const diffAssignments = (assignments: readonly Assignment[], { roles, mode }: UserRoles) => {
  const requestedIds = new Set(roles.map(({ roleId }) => roleId))
  if (mode === 'remove') return { granted: [], revoked: [...requestedIds] }
  const granted = roles.filter(
    (role) => !assignments.some((each) => each.roleId === role.roleId && isSameAssignment(each, role)),
  )
  const notRequested = assignments.map(({ roleId }) => roleId).filter((id) => !requestedIds.has(id))
  return { granted, revoked: mode === 'replace' ? notRequested : [] }
}

type AssignmentChange = {
  before: readonly Assignment[]
  after: readonly Assignment[]
  changedRoleIds: readonly string[]
}
/** The change as events of the roles' timelines: members added and removed. A changed term or scope is no event. */
const roleMemberEvents = (
  account: string,
  { before, after, changedRoleIds }: AssignmentChange,
): NonNullable<AuditNote['parts']> => {
  const event = 'role.membersChanged'
  return changedRoleIds.flatMap((id) => {
    const [was, is] = [before, after].map((assignments) => assignments.find(({ roleId }) => roleId === id))
    if (!was === !is) return []
    const members = (assignment: Assignment | undefined) => ({ members: assignment ? [account] : [] })
    return { event, entityId: id, entityName: (is ?? was)?.name ?? '', before: members(was), after: members(is) }
  })
}

type GrantingRole = Awaited<ReturnType<typeof roleAssignments.grantingRoles>>[number]
type EffectiveRights = ReplyOf<typeof userRolesContract.effective>

const referenceOrNull = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** Assigned roles that grant an element, each with the nearest ancestor role that holds it. */
const rightSources = (grantingRoles: readonly GrantingRole[], element: string) => {
  const holding = grantingRoles.filter(({ everything, elements }) => everything || elements.includes(element))
  const nearest = new Map(holding.toReversed().map((role) => [role.id, role]))
  return [...nearest.values()].toReversed().map(({ id, name, giverId, giverName, ...way }) => ({
    id,
    name,
    from: giverId === id ? null : { id: giverId, name: giverName },
    org: referenceOrNull(way.orgId, way.orgName),
    anchor: referenceOrNull(way.anchorId, way.anchorName),
  }))
}

/** Runs a change of role assignments and asks for confirmation of its impact (111). */
type ConfirmAssignments = (
  scope: RequestScope,
  userIds: readonly string[],
  change: () => Promise<void>,
) => Promise<void>

/** Role assignments of users and their effective rights. `sessions` drops cached rights. */
export const createUserRoles = (sessions: SessionEnder, confirmAssignments: ConfirmAssignments) => ({
  async list({ db, actor }: RequestScope, userId: string) {
    const owner = ownerOf(actor, userId)
    const user = orNotFound(await repository.find(db, actor, userId))
    const [assignments, byOrganization, { canAssign }] = await Promise.all([
      roleAssignments.of(db, owner),
      roleAssignments.byOrganization(db, owner),
      grantLimitsOf(db, actor),
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
        ...{ id, name },
        organization: { id: orgId, name: orgName },
      })),
      version: user.version,
    }
  },

  async assign(scope: RequestScope, userId: string, request: UserRoles) {
    const { db, actor } = scope
    const owner = ownerOf(actor, userId)
    if (!(await repository.hold(db, actor, userId))) orNotFound(undefined)
    const user = orNotFound(await repository.find(db, actor, userId))
    refuseOneself(actor, userId)
    await refuseStronger(db, actor, userId)
    assertVersion({ id: userId, version: user.version }, request.version)
    const before = await roleAssignments.of(db, owner)
    const { granted, revoked } = diffAssignments(before, request)
    const grantedIds = granted.map(({ roleId }) => roleId)
    await refuseForeignRoles(db, actor, { granted: grantedIds, revoked }, 'roles')
    await refuseForeignScopeOrgs(db, actor, granted)
    granted.forEach(refuseInvalidTerm)
    const applyChange = () =>
      keepAdministrators(db, owner, async () => {
        if (revoked.length > 0) await roleGrants.revoke(db, owner, revoked)
        for (const role of granted) await roleGrants.assign(db, owner, role, authorOf(scope))
        await users.amend(db, owner, {}, authorOf(scope))
      })
    await confirmAssignments(scope, [userId], applyChange)
    const after = await roleAssignments.of(db, owner)
    const parts = roleMemberEvents(user.account, { before, after, changedRoleIds: [...grantedIds, ...revoked] })
    scope.note({
      entityId: userId,
      entityName: user.name,
      before: auditedRoles(before),
      after: auditedRoles(after),
      parts,
    })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  },

  /**
   * Revokes a role after an authorized decision; the caller's own rights are not checked. Throws `lastAdministrator`.
   * Returns whether the user held the role.
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
      await roleGrants.revoke(db, owner, [roleId])
      await users.amend(db, owner, {}, by)
    })
    const after = before.filter(({ roleId: id }) => id !== roleId)
    const parts = roleMemberEvents(user.account, { before, after, changedRoleIds: [roleId] })
    note({ entityId: userId, entityName: user.name, before: auditedRoles(before), after: auditedRoles(after), parts })
    afterCommit(() => sessions.forgetUser(userId))
    return true
  },

  /** Effective rights and visible rows of a user, with the roles that grant them. */
  async effective({ db, actor }: RequestScope, userId: string) {
    const owner = ownerOf(actor, userId)
    orNotFound(await repository.find(db, actor, userId))
    const [grantingRoles, rows] = await Promise.all([
      roleAssignments.grantingRoles(db, owner),
      visibleRows(db, actor.companyId, userId),
    ])
    const everything = grantingRoles.some((role) => role.everything)
    const elements = everything
      ? await allElementCodes(db)
      : [...new Set(grantingRoles.flatMap(({ elements }) => elements))].sort()
    const modules: EffectiveRights['modules'] = {}
    for (const element of elements) {
      const [module = '', operation = ''] = element.split(':')
      modules[module] = [...(modules[module] ?? []), { operation, via: rightSources(grantingRoles, element) }]
    }
    return { everything, modules, rows }
  },
})
export type UserRolesService = ReturnType<typeof createUserRoles>
