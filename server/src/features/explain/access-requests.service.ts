import type {
  accessRequestApproval,
  accessRequestRejection,
} from '@atrium/contract/features/explain/access-requests.contract.ts'
import { explainErrors } from '@atrium/contract/features/explain/explain.errors.ts'
import { type UserRoles, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type * as z from 'zod/mini'
import { orNotFound, personOf, refuseDepth, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { AppError, type AuditNote, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { givingOf, type RoleRights, wornRoles } from '../access/index.ts'
import { type AccessRequestsQuery, accessRequestsRepository as repository } from './access-requests.repository.ts'
import { type Page, pageOfMenu } from './pages.ts'

/** The users' own way of giving roles, with all its rules. */
type UserRolesPort = {
  list(scope: RequestScope, userId: string): Promise<{ version: number }>
  assign(scope: RequestScope, userId: string, wish: UserRoles): Promise<null>
}
type Held = NonNullable<Awaited<ReturnType<typeof repository.hold>>>

/** A refusal of giving roles, told at the fields of this form. */
const atOwnFields = (error: unknown): unknown => {
  if (!(error instanceof AppError) || !error.extras.errors) return error
  const errors = error.extras.errors.map(({ field, msg }) => ({
    field: field === 'roles' ? 'roleId' : field.replace(/^roles\.0\./, ''),
    msg,
  }))
  return new AppError(error.spec, { ...error.extras, errors })
}

/** Whether a role helps: it holds the element, and where it is about a page, the menus that lead there. */
const gives = ({ everything, elements, menus }: RoleRights, element: string, page: Page | null) =>
  everything || (elements.includes(element) && (page?.line ?? []).every((id) => menus.includes(id)))

/** How many roles are offered to somebody who says yes: those that hold least of all that hold what is asked for. */
const offeredRoles = 50

/** What people asked for after a denial, and the decision. */
export const createAccessRequests = (userRoles: UserRolesPort) => {
  /** A request that may still be decided, as its decider saw it. */
  const undecided = (row: Held | undefined, version: number): Held => {
    const held = orNotFound(row)
    if (held.state !== 'open') throw new AppError(explainErrors.decided)
    refuseStale({ id: held.id, version: held.version }, version)
    return held
  }

  return {
    async list({ db, actor }: RequestScope, query: AccessRequestsQuery) {
      refuseDepth(query)
      return repository.list(db, actor, query)
    },

    async roles(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const { element, menuId, version } = orNotFound(await repository.find(db, actor, id))
      const { mayGive } = await givingOf(db, actor)
      const page = await pageOfMenu(db, menuId)
      const wanted = { element, menus: page?.line ?? [], most: offeredRoles }
      const { roles } = await wornRoles.holding(db, actor.companyId, wanted)
      return { roles: roles.map((role) => ({ ...role, grantable: mayGive(role) })), version }
    },

    /** Shows first what the role gives besides. Throws `decided`, `versionConflict`, `roleLacksElement`, and whatever giving the role refuses. */
    async approve(scope: RequestScope, id: string, wish: z.output<typeof accessRequestApproval>) {
      const { db, actor } = scope
      const held = undecided(await repository.hold(db, actor, id), wish.version)
      const { userId, userName, element, elementName, menuId, reason } = held
      const page = await pageOfMenu(db, menuId)
      const [role] = await wornRoles.roles(db, actor.companyId, [wish.roleId])
      if (!role || !gives(role, element, page)) throw refusalAt(explainErrors.roleLacksElement, 'roleId')
      const { version } = await userRoles.list(scope, userId)
      const given = { roleId: role.id, orgId: null, startTime: null, expireTime: wish.expireTime, reason }
      const roles: AuditNote = {}
      const aside = { ...scope, note: (added: AuditNote) => void Object.assign(roles, added) }
      await userRoles.assign(aside, userId, { roles: [given], mode: 'add', version }).catch((error: unknown) => {
        throw atOwnFields(error)
      })
      const named = { id: role.id, name: role.name }
      await repository.decide(db, id, { state: 'approved', role: named, reason: '', by: personOf(scope) })
      const after = { state: 'approved', element: elementName, roles: [role.name], expireTime: wish.expireTime }
      // His own timeline tells it too.
      const { parts: members = [], ...worn } = roles
      const parts = [{ ...worn, event: usersContract.assignRoles.audit.event }, ...members]
      scope.note({ entityId: id, entityName: userName, before: { state: 'open' }, after, parts })
      return null
    },

    /** Throws `decided` and `versionConflict`. */
    async reject(scope: RequestScope, id: string, { reason, version }: z.output<typeof accessRequestRejection>) {
      const { userName, elementName } = undecided(await repository.hold(scope.db, scope.actor, id), version)
      await repository.decide(scope.db, id, { state: 'rejected', role: null, reason, by: personOf(scope) })
      const after = { state: 'rejected', element: elementName, reason }
      scope.note({ entityId: id, entityName: userName, before: { state: 'open' }, after })
      return null
    },
  }
}
export type AccessRequestsService = ReturnType<typeof createAccessRequests>
