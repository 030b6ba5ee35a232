import type { ModuleUpdate, ModuleWrite } from '@atrium/contract/features/registry/registry.contract.ts'
import { registryErrors } from '@atrium/contract/features/registry/registry.errors.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { refuseDeclaredRemoval, refuseOthers, refuseRedeclared } from './registry-rules.ts'
import { registryWritesRepository } from './registry-writes.repository.ts'

const { modules: repository } = registryWritesRepository

export const modulesService = {
  /** Adds the module of a business system. Throws `moduleTaken` by its constraint. */
  async create(scope: RequestScope, write: ModuleWrite) {
    refuseOthers(scope)
    const row = await repository.insert(scope.db, write, personOf(scope))
    scope.note({ entityId: row.id, entityName: row.name, after: row })
    return { id: row.id }
  },

  /** Relabels a module; where its pages belong is the code's to say of the code's own. */
  async update(scope: RequestScope, id: string, write: ModuleUpdate) {
    refuseOthers(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    refuseStale(before, write.version)
    refuseRedeclared(before, write, ['app'])
    const after = await repository.update(scope.db, id, write, personOf(scope))
    scope.note({ entityId: id, entityName: after.name, before, after })
    return null
  },

  /** Deletes an empty module that the code does not declare. Throws `declaredRemoval` and `moduleInUse`. */
  async remove(scope: RequestScope, id: string) {
    refuseOthers(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    refuseDeclaredRemoval(before)
    if (await repository.isInUse(scope.db, before.code)) throw new AppError(registryErrors.moduleInUse)
    await repository.remove(scope.db, id)
    scope.note({ entityId: id, entityName: before.name, before })
    return null
  },
}
