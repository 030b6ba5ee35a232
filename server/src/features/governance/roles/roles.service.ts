import { randomBytes } from 'node:crypto'
import type {
  RoleCreate,
  RoleRow,
  RolesExport,
  RoleWrite,
} from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { keepSources } from '../../../kernel/texts/product-name.ts'
import { canGrantRows, readGrantLimits, roleAssignments } from '../../access/authorization/index.ts'
import { menus } from '../../access/menus/index.ts'
import { registry } from '../../access/registry/index.ts'
import type { SessionService } from '../../identity/session/index.ts'
import { refuseRowsBeyond } from '../../people/users/index.ts'
import { confirmRoleChange } from './role-effects.ts'
import {
  lockChangeableRole,
  refuseBeyondOwnRights,
  refuseParent,
  refuseTakenNames,
  refuseUnassignable,
} from './role-rules.ts'
import { roleSource } from './role-sheet.ts'
import { type RolesQuery, rolesRepository as repository } from './roles.repository.ts'

const generateCode = () => `role-${randomBytes(6).toString('hex')}`
const toAuditValues = ({ name, code, type, parentName, sort, desc, workbench }: RoleRow) => ({
  name,
  code,
  type,
  sort,
  desc,
  workbench,
  parent: parentName,
})

/** Roles of a company. */
export const createRoles = ({ sessions, exportSheet }: { sessions: SessionService; exportSheet: ExportSheet }) => {
  const find = async ({ db, actor }: RequestScope, id: string) => orNotFound(await repository.find(db, actor, id))
  /** Audits the change and drops cached rights on this node. */
  const recordChange = async (scope: RequestScope, id: string, before?: RoleRow) => {
    const after = await find(scope, id)
    const was = before && { before: toAuditValues(before) }
    scope.note({ entityId: id, entityName: after.name, ...was, after: toAuditValues(after) })
    scope.afterCommit(sessions.forgetAll)
    return null
  }
  const setStatus = async (scope: RequestScope, role: RoleRow, status: 0 | 1) => {
    await refuseBeyondOwnRights(scope, role.id)
    await confirmRoleChange(scope, role.id, { status })
    await repository.setStatus(scope.db, scope.actor.companyId, role.id, status, toAuthor(scope))
    const lockedState = (now: number) => ({ locked: now === 0 })
    scope.note({
      entityId: role.id,
      entityName: role.name,
      before: lockedState(role.status),
      after: lockedState(status),
    })
    scope.afterCommit(sessions.forgetAll)
    return null
  }

  return {
    async list({ db, actor }: RequestScope, query: RolesQuery) {
      assertPageDepth(query)
      return repository.list(db, actor, query)
    },
    export: (scope: DetachedScope<Actor>, request: RolesExport) =>
      exportSheet(scope, {
        source: roleSource,
        request,
        reach: { reach: 'company', companyId: scope.actor.companyId } as const,
        count: (db, limit) => repository.count(db, scope.actor, request, limit),
        batch: (db, after, size) => repository.batch(db, scope.actor, request, after?.id, size),
      }),
    get: find,

    /**
     * Creates a role that only grants what it inherits.
     * @throws `codeTaken`, `nameTaken`, `beyondOwnRights` for rows the caller does not see, and as `refuseParent`
     */
    async create(scope: RequestScope, write: RoleCreate) {
      const { db, actor } = scope
      await repository.lockCompanyRoles(db, actor.companyId)
      const role = { ...write, code: write.code || generateCode() }
      await refuseTakenNames(scope, role, null)
      await refuseParent(scope, null, null, role.parent)
      const rows = { dataScope: write.dataScope, dataOrgIds: [] }
      const { ceiling } = await readGrantLimits(db, actor)
      if (!ceiling.everything && !canGrantRows(ceiling.rowScopes, rows))
        throw refusalAt(rolesErrors.beyondOwnRights, 'dataScope')
      const id = await repository.insert(db, actor.companyId, { ...role, ...rows }, toAuthor(scope))
      await recordChange(scope, id)
      return { id }
    },

    /** Edits a role. A new parent changes the rights of assignees and descendants, and is confirmed first. */
    async update(scope: RequestScope, id: string, { version, ...sent }: RoleWrite & { version: number }) {
      const { db, actor } = scope
      const before = await lockChangeableRole(scope, id)
      assertVersion(before, version)
      const write = keepSources(before, sent, ['name', 'desc'], before.type === 'builtin')
      const role = { ...write, code: write.code || before.code }
      await refuseTakenNames(scope, role, id)
      if (role.type === 'template' && before.users > 0) throw refusalAt(rolesErrors.hasMembers, 'type')
      if (role.parent !== before.parent) {
        await refuseParent(scope, id, before.parent, role.parent)
        await confirmRoleChange(scope, id, { parent: role.parent })
      }
      await repository.update(db, actor.companyId, id, role, toAuthor(scope))
      return recordChange(scope, id, before)
    },

    async lock(scope: RequestScope, id: string) {
      const role = await lockChangeableRole(scope, id)
      if (role.status === 0) throw new AppError(rolesErrors.stopped)
      return setStatus(scope, role, 0)
    },
    async unlock(scope: RequestScope, id: string) {
      const role = await lockChangeableRole(scope, id)
      if (role.status === 1) throw new AppError(rolesErrors.inUse)
      const changed = { roleId: id, dataScope: role.dataScope }
      await refuseRowsBeyond(scope.db, scope.actor, { changed }, 'id')
      return setStatus(scope, role, 1)
    },

    /**
     * Deletes a role without assignees and descendants.
     * @throws `hasMembers`, `hasHeirs`, `onlyAssignable`
     */
    async remove(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const role = await lockChangeableRole(scope, id)
      await refuseBeyondOwnRights(scope, id)
      if (role.users > 0) throw new AppError(rolesErrors.hasMembers)
      if ((await repository.descendants(db, actor.companyId, id)).length > 0) throw new AppError(rolesErrors.hasHeirs)
      // An empty set of assignable roles means no limit, so the last one stays.
      if (await repository.findLimitedTo(db, actor.companyId, id)) throw new AppError(rolesErrors.onlyAssignable)
      await repository.remove(db, actor.companyId, id)
      scope.note({ entityId: id, entityName: role.name, before: toAuditValues(role) })
      return null
    },

    /** Copies a role with its grants; one that grants everything is copied with all current elements and menus. */
    async copy(scope: RequestScope, id: string, request: { name: string; code: string }) {
      const { db, actor } = scope
      const { companyId } = actor
      await repository.lockCompanyRoles(db, companyId)
      const source = await find(scope, id)
      const granted = orNotFound(await repository.findGrants(db, companyId, id))
      refuseUnassignable(await refuseBeyondOwnRights(scope, id), granted.assignable)
      const role = { ...source, type: 'custom' as const, name: request.name, code: request.code || generateCode() }
      await refuseTakenNames(scope, role, null)
      const copyId = await repository.insert(
        db,
        companyId,
        { ...role, dataOrgIds: granted.dataOrgIds },
        toAuthor(scope),
      )
      const everything = source.everything && {
        menus: (await menus.all(db)).map((menu) => menu.id),
        elems: (await registry.elements(db)).map((element) => element.id),
      }
      await repository.writeGrants(db, companyId, copyId, { ...granted, ...everything }, toAuthor(scope))
      await recordChange(scope, copyId)
      return { id: copyId }
    },

    /** Compares two roles, inherited rights included, as if nothing were locked. */
    async compare(scope: RequestScope, ids: { a: string; b: string }) {
      const { db, actor } = scope
      const [a, b] = [await find(scope, ids.a), await find(scope, ids.b)]
      const rights = new Map(
        (await roleAssignments.roles(db, actor.companyId, [a.id, b.id])).map((role) => [role.id, role]),
      )
      const holds = (role: RoleRow, kind: 'elements' | 'menus') => {
        const held = rights.get(role.id)
        const known = new Set(held?.[kind])
        return (each: string) => held?.everything === true || known.has(each)
      }
      const bothSides = (kind: 'elements' | 'menus', each: string) => ({
        a: holds(a, kind)(each),
        b: holds(b, kind)(each),
      })
      const [elements, allMenus] = [await registry.elements(db), await menus.all(db)]
      return {
        a,
        b,
        elems: elements
          .map(({ code, name, moduleName }) => ({ code, name, module: moduleName, ...bothSides('elements', code) }))
          .filter((each) => each.a || each.b),
        menus: allMenus
          .map(({ id, name }) => ({ id, name, ...bothSides('menus', id) }))
          .filter((each) => each.a || each.b),
      }
    },
  }
}
export type RolesService = ReturnType<typeof createRoles>
