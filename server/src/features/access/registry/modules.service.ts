import type { ModuleUpdate, ModuleWrite } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import { writeHandlers } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { assertDeclaredUnchanged, assertPlatformCompany, assertRemovable, keepDeclared } from './registry-rules.ts'
import { registryWritesRepository } from './registry-writes.repository.ts'

const { modules: repository } = registryWritesRepository
const crud = writeHandlers(repository, { audited: (row) => row })

export const modulesService = {
  /**
   * Adds a module of a business system.
   * @throws `moduleTaken` by its constraint
   */
  async create(scope: RequestScope, write: ModuleWrite) {
    assertPlatformCompany(scope)
    return crud.create(scope, write)
  },

  /** Updates a module. The code fixes the app of declared ones. */
  async update(scope: RequestScope, id: string, write: ModuleUpdate) {
    assertPlatformCompany(scope)
    const found = await repository.findForUpdate(scope.db, id)
    const kept = found ? keepDeclared(found, write) : write
    return crud.update(scope, id, kept, (before) => assertDeclaredUnchanged(before, write, ['app']))
  },

  /**
   * Deletes an empty undeclared module.
   * @throws `declaredRemoval` and `moduleInUse`
   */
  async remove(scope: RequestScope, id: string) {
    assertPlatformCompany(scope)
    return crud.remove(scope, id, async (before) => {
      assertRemovable(before)
      if (await repository.isInUse(scope.db, before.code)) throw new AppError(registryErrors.moduleInUse)
    })
  },
}
