import type { RequestedRole } from '@atrium/contract/features/people/users/assignments.ts'
import type { UserRoles } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { toAuthor } from '../../../../kernel/db/crud-handlers.ts'
import { catchRefusal, refusalFrom, throwFirst } from '../../../../kernel/refusals.ts'
import { AppError, type AuditSideEffects, isOneself, type RequestScope, refusalAt } from '../../../../kernel/scope.ts'
import { findGivenRowsBeyond, pairs, roleAssignments, roleGrants } from '../../../access/authorization/index.ts'
import { createRoleValidator, type JudgeRole, refuseForeignScopeOrgs, refusePast } from '../user-rules.ts'

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
    roleId,
    name,
    startTime,
    expireTime,
    reason,
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
  account: string
  before: readonly Pick<Assignment, 'roleId' | 'name'>[]
  after: readonly Pick<Assignment, 'roleId' | 'name'>[]
  changedRoleIds: readonly string[]
}
/** Changes as events of the roles' timelines: members added and removed. A changed term or scope is no event. */
export const roleMemberEvents = (changes: readonly AssignmentChange[]): AuditSideEffects => {
  const roles = new Map<string, { name: string; left: string[]; joined: string[] }>()
  for (const { account, before, after, changedRoleIds } of changes)
    for (const id of changedRoleIds) {
      const [was, is] = [before, after].map((assignments) => assignments.find(({ roleId }) => roleId === id))
      if (!was === !is) continue
      const members = roles.get(id) ?? { name: (is ?? was)?.name ?? '', left: [], joined: [] }
      ;(was ? members.left : members.joined).push(account)
      roles.set(id, members)
    }
  return [...roles].map(([entityId, { name, left, joined }]) => ({
    event: 'role.membersChanged',
    entityId,
    entityName: name,
    before: { members: left },
    after: { members: joined },
  }))
}

type RoleRequest = { readonly user: { readonly id: string; readonly account: string }; readonly request: Request }

const invalidTerms = (granted: readonly RequestedRole[]): AppError | undefined =>
  catchRefusal(() => granted.forEach(refuseInvalidTerm))
const foreignRole = (judge: JudgeRole, granted: readonly string[], revoked: readonly string[]) => {
  const problem =
    granted.map((id) => judge(id, true)).find((each) => each) ??
    revoked.map((id) => judge(id, false)).find((each) => each)
  return problem && refusalAt(problem, 'roles')
}

/**
 * Plans changes of users' role assignments within the caller's own rights.
 * @returns for each what refuses it, `oneself`, and at `roles` as `createRoleValidator`, `refuseForeignScopeOrgs`, `rowsBeyond`
 *   and for invalid terms; and how to apply those of some users, with their audit values once they are applied.
 */
export const planRoleChanges = async (
  { db, actor }: Pick<RequestScope, 'db' | 'actor'>,
  asked: readonly RoleRequest[],
) => {
  const { companyId } = actor
  const read = async (userIds: readonly string[]) =>
    Map.groupBy(await roleAssignments.selectDirect(db, companyId, userIds), ({ userId }) => userId)
  const stored = await read(asked.map(({ user }) => user.id))
  const planned = asked.map(({ user, request }) => {
    const before = stored.get(user.id) ?? []
    const { granted, revoked } = diffAssignments(before, request)
    return { user, before, granted, revoked, changedRoleIds: [...granted.map(({ roleId }) => roleId), ...revoked] }
  })
  const judge = await createRoleValidator(
    db,
    actor,
    planned.flatMap(({ changedRoleIds }) => changedRoleIds),
  )
  const beyond = await findGivenRowsBeyond(db, actor, {
    roles: pairs(
      planned.flatMap(({ user, granted }) =>
        granted.filter(({ orgId }) => orgId === null).map(({ roleId }) => [user.id, roleId] as const),
      ),
    ),
  })
  const refusals: (AppError | undefined)[] = []
  for (const { user, granted, revoked, changedRoleIds } of planned) {
    const ids = granted.map(({ roleId }) => roleId)
    refusals.push(
      (changedRoleIds.length > 0 && isOneself(actor, user.id) ? new AppError(usersErrors.oneself) : undefined) ??
        foreignRole(judge, ids, revoked) ??
        (await refusalFrom(() => refuseForeignScopeOrgs(db, actor, granted))) ??
        (beyond.has(user.id) ? refusalAt(usersErrors.rowsBeyond, 'roles') : undefined) ??
        invalidTerms(granted),
    )
  }
  const of = (userIds: ReadonlySet<string>) => planned.filter(({ user }) => userIds.has(user.id))
  return {
    refusals,
    async apply(userIds: ReadonlySet<string>) {
      const ended = of(userIds).flatMap(({ user, revoked }) => revoked.map((roleId) => ({ userId: user.id, roleId })))
      // Of a role that is requested twice, the last terms count.
      const given = of(userIds).flatMap(({ user, granted }) =>
        [...new Map(granted.map((role) => [role.roleId, role])).values()].map((role) => ({ ...role, userId: user.id })),
      )
      await roleGrants.revoke(db, companyId, ended)
      await roleGrants.assign(db, companyId, given, toAuthor({ actor }))
    },
    /** Notes by user, and the members that roles have gained and lost. */
    async audited(userIds: ReadonlySet<string>) {
      const after = await read([...userIds])
      const changes = of(userIds).map((each) => ({ ...each, after: after.get(each.user.id) ?? [] }))
      return {
        notes: new Map(
          changes.map(({ user, before, after: is }) => [
            user.id,
            { before: auditedRoles(before), after: auditedRoles(is) },
          ]),
        ),
        sideEffects: roleMemberEvents(changes.map((change) => ({ ...change, account: change.user.account }))),
      }
    },
  }
}

/**
 * The same for one user.
 * @throws what refuses the change
 */
export const planRoleChange = async (scope: RequestScope, user: { id: string; account: string }, request: Request) => {
  const plan = await planRoleChanges(scope, [{ user, request }])
  const one = new Set([user.id])
  throwFirst(plan.refusals)
  return {
    apply: () => plan.apply(one),
    async audited() {
      const { notes, sideEffects } = await plan.audited(one)
      return { ...notes.get(user.id), sideEffects }
    },
  }
}
