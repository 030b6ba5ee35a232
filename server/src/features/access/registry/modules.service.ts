import type { ModuleUpdate, ModuleWrite } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { assertDeclaredUnchanged, assertPlatformCompany, assertRemovable } from './registry-rules.ts'
import { registryWritesRepository } from './registry-writes.repository.ts'

const { modules: repository } = registryWritesRepository

export const modulesService = {
  /**
   * Adds a module of a business system.
   * @throws `moduleTaken` by its constraint
   */
  async create(scope: RequestScope, write: ModuleWrite) {
    assertPlatformCompany(scope)
    const row = await repository.insert(scope.db, write, toAuthor(scope))
    scope.note({ entityId: row.id, entityName: row.name, after: row })
    return { id: row.id }
  },

  /** Updates a module. The code fixes the app of declared ones. */
  async update(scope: RequestScope, id: string, write: ModuleUpdate) {
    assertPlatformCompany(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    assertVersion(before, write.version)
    assertDeclaredUnchanged(before, write, ['app'])
    const after = await repository.update(scope.db, id, write, toAuthor(scope))
    scope.note({ entityId: id, entityName: after.name, before, after })
    return null
  },

  /**
   * Deletes an empty undeclared module.
   * @throws `declaredRemoval` and `moduleInUse`
   */
  async remove(scope: RequestScope, id: string) {
    assertPlatformCompany(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    assertRemovable(before)
    if (await repository.isInUse(scope.db, before.code)) throw new AppError(registryErrors.moduleInUse)
    await repository.remove(scope.db, id)
    scope.note({ entityId: id, entityName: before.name, before })
    return null
  },
}
