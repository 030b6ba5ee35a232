import { randomBytes } from 'node:crypto'
import type { RoleCreate, RoleRow, RolesNarrowing, RoleWrite } from '@atrium/contract/features/roles/roles.contract.ts'
import { rolesErrors } from '@atrium/contract/features/roles/roles.errors.ts'
import { orNotFound, personOf, refuseDepth, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Database } from '../../kernel/db/database.ts'
import { exportList } from '../../kernel/list-export.ts'
import { type Actor, AppError, type LooseScope, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { givingOf, sees, wornRoles } from '../access/index.ts'
import { menus } from '../menus/index.ts'
import { registry } from '../registry/index.ts'
import type { SessionService } from '../session/index.ts'
import { roleColumns } from './exported-roles.ts'
import { confirmChange } from './role-effects.ts'
import { changeable, refuseAssignable, refuseBeyond, refuseParent, refuseTaken } from './role-rules.ts'
import { type RolesQuery, rolesRepository as repository } from './roles.repository.ts'

const madeCode = () => `role-${randomBytes(6).toString('hex')}`
const audited = ({ name, code, type, parentName, sort, desc }: RoleRow) => ({
  ...{ name, code, type, sort, desc },
  parent: parentName,
})

/** The roles of a company, as their administrators keep them. */
export const createRoles = ({ sessions, database }: { sessions: SessionService; database: Database }) => {
  const find = async ({ db, actor }: RequestScope, id: string) => orNotFound(await repository.find(db, actor, id))
  /** Tells the audit log, and makes this node ask again what everybody may do. */
  const changed = async (scope: RequestScope, id: string, before?: RoleRow) => {
    const after = await find(scope, id)
    const was = before && { before: audited(before) }
    scope.note({ entityId: id, entityName: after.name, ...was, after: audited(after) })
    scope.afterCommit(sessions.forgetAll)
    return null
  }
  const setStatus = async (scope: RequestScope, role: RoleRow, status: 0 | 1) => {
    await refuseBeyond(scope, role.id)
    await confirmChange(scope, role.id, { status })
    await repository.setStatus(scope.db, scope.actor.companyId, role.id, status, personOf(scope))
    const told = (now: number) => ({ locked: now === 0 })
    scope.note({ entityId: role.id, entityName: role.name, before: told(role.status), after: told(status) })
    scope.afterCommit(sessions.forgetAll)
    return null
  }

  return {
    async list({ db, actor }: RequestScope, query: RolesQuery) {
      refuseDepth(query)
      return repository.list(db, actor, query)
    },
    export: (scope: LooseScope<Actor>, narrowing: RolesNarrowing) =>
      exportList(database, scope, {
        sight: { reach: 'company', companyId: scope.actor.companyId },
        of: '角色',
        narrowing,
        count: (db, most) => repository.count(db, scope.actor, narrowing, most),
        batch: (db, behind, size) => repository.batch(db, scope.actor, narrowing, behind, size),
        columns: roleColumns,
      }),
    get: find,

    /**
     * Adds a role that grants nothing yet but what it inherits. Throws `codeTaken`, `nameTaken`, `beyondOwnRights` for rows
     * that the caller does not see himself, and as `refuseParent` says.
     */
    async create(scope: RequestScope, write: RoleCreate) {
      const { db, actor } = scope
      await repository.takeTurn(db, actor.companyId)
      const role = { ...write, code: write.code || madeCode() }
      await refuseTaken(scope, role, null)
      await refuseParent(scope, null, null, role.parent)
      const rows = { dataScope: write.dataScope, dataOrgIds: [] }
      const { ceiling } = await givingOf(db, actor)
      if (!ceiling.everything && !sees(ceiling.rowScopes, rows))
        throw refusalAt(rolesErrors.beyondOwnRights, 'dataScope')
      const id = await repository.insert(db, actor.companyId, { ...role, ...rows }, personOf(scope))
      await changed(scope, id)
      return { id }
    },

    /** Changes a role; another parent changes what its wearers and heirs may do, and is shown first. */
    async update(scope: RequestScope, id: string, { version, ...write }: RoleWrite & { version: number }) {
      const { db, actor } = scope
      const before = await changeable(scope, id)
      refuseStale(before, version)
      const role = { ...write, code: write.code || before.code }
      await refuseTaken(scope, role, id)
      if (role.type === 'template' && before.users > 0) throw refusalAt(rolesErrors.hasMembers, 'type')
      if (role.parent !== before.parent) {
        await refuseParent(scope, id, before.parent, role.parent)
        await confirmChange(scope, id, { parent: role.parent })
      }
      await repository.update(db, actor.companyId, id, role, personOf(scope))
      return changed(scope, id, before)
    },

    async lock(scope: RequestScope, id: string) {
      const role = await changeable(scope, id)
      if (role.status === 0) throw new AppError(rolesErrors.stopped)
      return setStatus(scope, role, 0)
    },
    async unlock(scope: RequestScope, id: string) {
      const role = await changeable(scope, id)
      if (role.status === 1) throw new AppError(rolesErrors.inUse)
      return setStatus(scope, role, 1)
    },

    /** Deletes a role that nobody wears or inherits from. Throws `hasMembers`, `hasHeirs`, `onlyAssignable`. */
    async remove(scope: RequestScope, id: string) {
      const { db, actor } = scope
      const role = await changeable(scope, id)
      await refuseBeyond(scope, id)
      if (role.users > 0) throw new AppError(rolesErrors.hasMembers)
      if ((await repository.heirs(db, actor.companyId, id)).length > 0) throw new AppError(rolesErrors.hasHeirs)
      // Without its last row the set would be empty, and an empty set sets no limit.
      if (await repository.limitedToIt(db, actor.companyId, id)) throw new AppError(rolesErrors.onlyAssignable)
      await repository.remove(db, actor.companyId, id)
      scope.note({ entityId: id, entityName: role.name, before: audited(role) })
      return null
    },

    /** Makes a new role of the same grants; one that holds everything is copied as it stands today. */
    async copy(scope: RequestScope, id: string, wish: { name: string; code: string }) {
      const { db, actor } = scope
      const { companyId } = actor
      await repository.takeTurn(db, companyId)
      const source = await find(scope, id)
      const granted = orNotFound(await repository.grantsOf(db, companyId, id))
      refuseAssignable(await refuseBeyond(scope, id), granted.assignable)
      const role = { ...source, type: 'custom' as const, name: wish.name, code: wish.code || madeCode() }
      await refuseTaken(scope, role, null)
      const made = await repository.insert(db, companyId, { ...role, dataOrgIds: granted.dataOrgIds }, personOf(scope))
      const everything = source.everything && {
        menus: (await menus.all(db)).map((menu) => menu.id),
        elems: (await registry.elements(db)).map((element) => element.id),
      }
      await repository.writeGrants(db, companyId, made, { ...granted, ...everything }, personOf(scope))
      await changed(scope, made)
      return { id: made }
    },

    /** Two roles side by side, with what they inherit and what a lock keeps back. */
    async compare(scope: RequestScope, ids: { a: string; b: string }) {
      const { db, actor } = scope
      const [a, b] = [await find(scope, ids.a), await find(scope, ids.b)]
      const rights = new Map((await wornRoles.roles(db, actor.companyId, [a.id, b.id])).map((role) => [role.id, role]))
      const holds = (role: RoleRow, kind: 'elements' | 'menus') => {
        const held = rights.get(role.id)
        const known = new Set(held?.[kind])
        return (each: string) => held?.everything === true || known.has(each)
      }
      const sides = (kind: 'elements' | 'menus', each: string) => ({ a: holds(a, kind)(each), b: holds(b, kind)(each) })
      const [elements, everyMenu] = [await registry.elements(db), await menus.all(db)]
      return {
        a,
        b,
        elems: elements
          .map(({ code, name, moduleName }) => ({ code, name, module: moduleName, ...sides('elements', code) }))
          .filter((each) => each.a || each.b),
        menus: everyMenu
          .map(({ id, name }) => ({ id, name, ...sides('menus', id) }))
          .filter((each) => each.a || each.b),
      }
    },
  }
}
export type RolesService = ReturnType<typeof createRoles>
