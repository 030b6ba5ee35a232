import type { RequestedRole } from '@atrium/contract/features/people/users/assignments.ts'
import type { UserRoles } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { authorOf } from '../../../kernel/db/crud-handlers.ts'
import { type AuditNote, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { roleAssignments, roleGrants } from '../../access/authorization/index.ts'
import { refuseForeignRoles, refuseForeignScopeOrgs, refuseOneself, refusePast } from './user-rules.ts'

/** Runs a change of role assignments and asks for confirmation of its impact (111). */
export type ConfirmAssignments = (
  scope: RequestScope,
  userIds: readonly string[],
  change: () => Promise<void>,
  isLeaving?: boolean,
) => Promise<void>

type Request = Pick<UserRoles, 'roles' | 'mode'>
type Assignment = Awaited<ReturnType<typeof roleAssignments.of>>[number]

const moment = (time: string | null) => time && new Date(time).toISOString()
const isSameAssignment = (assignment: Assignment, requested: RequestedRole) =>
  assignment.orgId === requested.orgId &&
  assignment.startTime === moment(requested.startTime) &&
  assignment.expireTime === moment(requested.expireTime) &&
  assignment.reason === requested.reason

const refuseInvalidTerm = ({ startTime, expireTime }: RequestedRole, at: number) => {
  const field = `roles.${at}.expireTime`
  refusePast(expireTime, field)
  if (startTime !== null && expireTime !== null && Date.parse(startTime) >= Date.parse(expireTime))
    throw refusalAt(usersErrors.timesReversed, field)
}

/** Assignments for the audit log. */
export const auditedRoles = (assignments: readonly Assignment[]) => ({
  roles: assignments.map(({ roleId, name, orgName, startTime, expireTime, reason }) => ({
    ...{ roleId, name, startTime, expireTime, reason },
    ...(orgName !== null && { organization: orgName }),
  })),
})

/** Assignments to grant and roles to revoke so that the request is met. */
const diffAssignments = (assignments: readonly Assignment[], { roles, mode }: Request) => {
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
export const roleMemberEvents = (
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

/**
 * Plans a change of a user's role assignments within the caller's own rights. Throws `oneself`, and at `roles` as
 * `refuseForeignRoles`, `refuseForeignScopeOrgs` and for invalid terms. Returns how to apply the change, and its audit
 * values once it is applied.
 */
export const planRoleChange = async (scope: RequestScope, user: { id: string; account: string }, request: Request) => {
  const { db, actor } = scope
  const owner = { companyId: actor.companyId, userId: user.id }
  const before = await roleAssignments.of(db, owner)
  const { granted, revoked } = diffAssignments(before, request)
  const grantedIds = granted.map(({ roleId }) => roleId)
  const changedRoleIds = [...grantedIds, ...revoked]
  if (changedRoleIds.length > 0) refuseOneself(actor, user.id)
  await refuseForeignRoles(db, actor, { granted: grantedIds, revoked }, 'roles')
  await refuseForeignScopeOrgs(db, actor, granted)
  granted.forEach(refuseInvalidTerm)
  return {
    async apply() {
      if (revoked.length > 0) await roleGrants.revoke(db, owner, revoked)
      for (const role of granted) await roleGrants.assign(db, owner, role, authorOf(scope))
    },
    async audited() {
      const after = await roleAssignments.of(db, owner)
      const parts = roleMemberEvents(user.account, { before, after, changedRoleIds })
      return { before: auditedRoles(before), after: auditedRoles(after), parts }
    },
  }
}
