import { isDeepStrictEqual } from 'node:util'
import type { ElementUpdate, ElementWrite } from '@atrium/contract/features/registry/registry.contract.ts'
import { registryErrors } from '@atrium/contract/features/registry/registry.errors.ts'
import { restrictionText } from '@atrium/contract/features/registry/restrictable.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { addressKey } from './declared.ts'
import { refuseDeclaredRemoval, refuseOthers, refuseRedeclared } from './registry-rules.ts'
import { type StoredElement, registryWritesRepository as writes } from './registry-writes.repository.ts'

const { elements: repository } = writes

/** The code of the module it is to stand in. Throws `noModule`. */
const moduleOf = async (scope: RequestScope, id: string): Promise<string> => {
  const found = await writes.modules.holdNumbered(scope.db, id)
  if (found) return found.code
  const { msg } = registryErrors.noModule
  throw new AppError(registryErrors.noModule, { errors: [{ field: 'moduleId', msg }] })
}

/** As the log keeps it: what it restricts in words. */
const audited = (row: StoredElement) => ({ ...row, field: row.field && restrictionText(row.field) })

const refuseNeeded = async (scope: RequestScope, code: string) => {
  const naming = await repository.menusNaming(scope.db, code)
  const msg = `菜单“${naming.join('”“')}”需要这个元素，请先在菜单管理中移除`
  if (naming.length > 0) throw new AppError({ ...registryErrors.neededByMenus, msg })
}

/** Shows from how many people a field is kept before that begins: where an element restricts what it did not restrict before. */
const showRestricted = async (scope: RequestScope, { code, field }: StoredElement, before?: StoredElement) => {
  const begins = field !== null && !isDeepStrictEqual(field, before?.field)
  const impact = begins ? await writes.restrictedBy(scope.db, code) : { companies: 0, people: 0 }
  if (scope.origin.dryRun || impact.people > 0) scope.confirm(impact)
}

export const elementsService = {
  /** Adds an element of a business system: `module:operation`. Throws `noModule`, and `operationTaken` by its constraint. */
  async create(scope: RequestScope, write: ElementWrite) {
    refuseOthers(scope)
    const row = await repository.insert(scope.db, await moduleOf(scope, write.moduleId), write, personOf(scope))
    await showRestricted(scope, row)
    scope.note({ entityId: row.id, entityName: row.name, after: audited(row) })
    return { id: row.id }
  },

  /** Relabels an element or groups it by another module; its code stays. Throws `noModule` and `declaredFixed`. */
  async update(scope: RequestScope, id: string, write: ElementUpdate) {
    refuseOthers(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    refuseStale(before, write.version)
    refuseRedeclared(before, write, ['kind'])
    const module = await moduleOf(scope, write.moduleId)
    const after = await repository.update(scope.db, id, module, write, personOf(scope))
    await showRestricted(scope, after, before)
    scope.note({ entityId: id, entityName: after.name, before: audited(before), after: audited(after) })
    return null
  },

  /**
   * Deletes an element that the code does not declare, and takes it from every role. Shows first what that does. Throws
   * `neededByMenus`.
   */
  async remove(scope: RequestScope, id: string) {
    refuseOthers(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    refuseDeclaredRemoval(before)
    await refuseNeeded(scope, before.code)
    const opened = await writes.openedBy(scope.db, before.code)
    const holders = await writes.holders(scope.db, [before.code])
    const unbound = opened.filter(({ alone }) => alone).map(addressKey)
    scope.confirm({ ...holders, apis: opened.length, unbound })
    await repository.remove(scope.db, id)
    scope.note({
      entityId: id,
      entityName: before.name,
      before: { ...audited(before), ...holders, apis: opened.map(addressKey) },
    })
    return null
  },
}
