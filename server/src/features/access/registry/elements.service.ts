import { isDeepStrictEqual } from 'node:util'
import type { ElementUpdate, ElementWrite } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import { restrictionText } from '@atrium/contract/features/access/registry/restrictable.ts'
import { addressKey } from '@atrium/contract/kernel/endpoint-address.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { inCode } from '../../../kernel/call-context.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { productName } from '../../../kernel/texts/product-name.ts'
import { assertDeclaredUnchanged, assertPlatformCompany, assertRemovable, keepDeclared } from './registry-rules.ts'
import { type StoredElement, registryWritesRepository as writes } from './registry-writes.repository.ts'

const { elements: repository } = writes

/**
 * Locks the module and returns its code.
 * @throws `noModule`
 */
const lockModule = async (scope: RequestScope, id: string): Promise<string> => {
  const found = await writes.modules.lockById(scope.db, id)
  if (found) return found.code
  const { msg } = registryErrors.noModule
  throw new AppError(registryErrors.noModule, { errors: [{ field: 'moduleId', msg }] })
}

/** The row as audited, with its restriction as text. */
const toAudit = ({ field, ...row }: StoredElement) => ({ ...row, field: field && inCode(() => restrictionText(field)) })

const assertNotRequiredByMenus = async (scope: RequestScope, code: string) => {
  const menuNames = await repository.menusRequiring(scope.db, code)
  const msg = t('菜单“{menuNames}”需要该权限点，请先在菜单管理中移除', {
    menuNames: menuNames.map(productName).join(t('”“')),
  })
  if (menuNames.length > 0) throw new AppError({ ...registryErrors.neededByMenus, msg })
}

/** Confirms the number of affected users before a new restriction applies. */
const confirmRestriction = async (scope: RequestScope, { code, field }: StoredElement, before?: StoredElement) => {
  const isNew = field !== null && !isDeepStrictEqual(field, before?.field)
  const impact = isNew ? await writes.restrictedBy(scope.db, code) : { companies: 0, people: 0 }
  if (scope.origin.dryRun || impact.people > 0) scope.confirm(impact)
}

export const elementsService = {
  /**
   * Adds an element of a business system: `module:operation`.
   * @throws `noModule`, and `operationTaken` by its constraint
   */
  async create(scope: RequestScope, write: ElementWrite) {
    assertPlatformCompany(scope)
    const row = await repository.insert(scope.db, await lockModule(scope, write.moduleId), write, toAuthor(scope))
    await confirmRestriction(scope, row)
    scope.note({ entityId: row.id, entityName: row.name, after: toAudit(row) })
    return { id: row.id }
  },

  /**
   * Updates an element or moves it to another module; its code stays.
   * @throws `noModule` and `declaredFixed`
   */
  async update(scope: RequestScope, id: string, sent: ElementUpdate) {
    assertPlatformCompany(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    const write = keepDeclared(before, sent)
    assertVersion(before, write.version)
    assertDeclaredUnchanged(before, write, ['kind'])
    const module = await lockModule(scope, write.moduleId)
    const after = await repository.update(scope.db, id, module, write, toAuthor(scope))
    await confirmRestriction(scope, after, before)
    scope.note({ entityId: id, entityName: after.name, before: toAudit(before), after: toAudit(after) })
    return null
  },

  /**
   * Deletes an undeclared element and removes it from every role, after showing the impact.
   * @throws `neededByMenus`
   */
  async remove(scope: RequestScope, id: string) {
    assertPlatformCompany(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    assertRemovable(before)
    await assertNotRequiredByMenus(scope, before.code)
    const opened = await writes.openedBy(scope.db, before.code)
    const holders = await writes.holders(scope.db, [before.code])
    const unbound = opened.filter(({ alone }) => alone).map(addressKey)
    scope.confirm({ ...holders, apis: opened.length, unbound })
    await repository.remove(scope.db, id)
    scope.note({
      entityId: id,
      entityName: before.name,
      before: { ...toAudit(before), ...holders, apis: opened.map(addressKey) },
    })
    return null
  },
}
