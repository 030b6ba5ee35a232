import type {
  accessRequestApproval,
  accessRequestRejection,
} from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainErrors } from '@atrium/contract/features/governance/explain/explain.errors.ts'
import { type UserRoles, userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type AuditNote, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { type RoleRights, readGrantLimits, roleAssignments } from '../../access/authorization/index.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import { accessApproval, toAccessSubject } from './access-approval.ts'
import { type AccessRequestsQuery, accessRequestsRepository as repository } from './access-requests.repository.ts'
import type { Page, Pages } from './pages.ts'

/** Role assignment by the users feature, with all of its rules. */
type UserRolesPort = {
  list(scope: RequestScope, userId: string): Promise<{ version: number }>
  assign(scope: RequestScope, userId: string, update: UserRoles): Promise<null>
}
type LockedRequest = NonNullable<Awaited<ReturnType<typeof repository.hold>>>

/** Maps errors of the role assignment to the fields of this form. */
const toFormErrors = (error: unknown): unknown => {
  if (!(error instanceof AppError) || !error.extras.errors) return error
  const errors = error.extras.errors.map(({ field, msg }) => ({
    field: field === 'roles' ? 'roleId' : field.replace(/^roles\.0\./, ''),
    msg,
  }))
  return new AppError(error.spec, { ...error.extras, errors })
}

/** Whether a role grants what is requested: the element, and for a page its menus. */
const grantsRequested = ({ everything, elements, menus }: RoleRights, element: string, page: Page | null) =>
  everything || (elements.includes(element) && (page?.menuIds ?? []).every((id) => menus.includes(id)))

/** Maximum number of roles offered to the approver, fewest rights first. */
const maxOfferedRoles = 50

export type AccessRequestsPorts = { userRoles: UserRolesPort; pages: Pages; approvals: Approvals }

/** Access requests made after a denial, and their decision. */
export const createAccessRequests = ({ userRoles, pages, approvals }: AccessRequestsPorts) => {
  /** Asserts that the request is open and has the version the decider saw. */
  const assertUndecided = (row: LockedRequest | undefined, version: number): LockedRequest => {
    const request = orNotFound(row)
    if (request.state !== 'open') throw new AppError(explainErrors.decided)
    assertVersion({ id: request.id, version: request.version }, version)
    return request
  }

  return {
    async list({ db, actor }: RequestScope, query: AccessRequestsQuery) {
      assertPageDepth(query)
      return repository.list(db, actor, query)
    },

    async roles(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const { element, menuId, version } = orNotFound(await repository.find(db, actor, id))
      const { canAssign } = await readGrantLimits(db, actor)
      const page = await pages.ofMenu(db, menuId)
      const wanted = { element, menus: page?.menuIds ?? [], limit: maxOfferedRoles }
      const { roles } = await roleAssignments.rolesHolding(db, actor.companyId, wanted)
      return { roles: roles.map((role) => ({ ...role, grantable: canAssign(role) })), version }
    },

    /**
     * Shows first what the role grants besides.
     * @throws `decided`, `versionConflict`, `roleLacksElement`, and what role assignment throws
     */
    async approve(scope: RequestScope, id: string, approval: z.output<typeof accessRequestApproval>) {
      const { db, actor } = scope
      const request = assertUndecided(await repository.hold(db, actor, id), approval.version)
      const { userId, userName, element, elementName, menuId, reason } = request
      const page = await pages.ofMenu(db, menuId)
      const [role] = await roleAssignments.roles(db, actor.companyId, [approval.roleId])
      if (!role || !grantsRequested(role, element, page)) throw refusalAt(explainErrors.roleLacksElement, 'roleId')
      const verdict = { act: 'approved', reason: '' } as const
      if (!(await approvals.decide(scope, accessApproval, toAccessSubject(actor.companyId, request), verdict)))
        return null
      const { version } = await userRoles.list(scope, userId)
      const assignment = { roleId: role.id, orgId: null, startTime: null, expireTime: approval.expireTime, reason }
      const roles: AuditNote = {}
      const innerScope = { ...scope, note: (added: AuditNote) => void Object.assign(roles, added) }
      await userRoles
        .assign(innerScope, userId, { roles: [assignment], mode: 'add', version })
        .catch((error: unknown) => {
          throw toFormErrors(error)
        })
      const roleName = { id: role.id, name: role.name }
      await repository.decide(db, id, { state: 'approved', role: roleName, reason: '', by: toAuthor(scope) })
      const after = { state: 'approved', element: elementName, roles: [role.name], expireTime: approval.expireTime }
      // The assignment also appears in the applicant's timeline.
      const { sideEffects: members = [], ...roleNote } = roles
      const sideEffects = [{ ...roleNote, event: userRolesContract.assignRoles.audit.event }, ...members]
      scope.note({ entityId: id, entityName: userName, before: { state: 'open' }, after, sideEffects })
      return null
    },

    /** Throws `decided` and `versionConflict`. */
    async reject(scope: RequestScope, id: string, { reason, version }: z.output<typeof accessRequestRejection>) {
      const request = assertUndecided(await repository.hold(scope.db, scope.actor, id), version)
      const { userName, elementName } = request
      const subject = toAccessSubject(scope.actor.companyId, request)
      await approvals.decide(scope, accessApproval, subject, { act: 'refused', reason })
      await repository.decide(scope.db, id, { state: 'rejected', role: null, reason, by: toAuthor(scope) })
      const after = { state: 'rejected', element: elementName, reason }
      scope.note({ entityId: id, entityName: userName, before: { state: 'open' }, after })
      return null
    },
  }
}
