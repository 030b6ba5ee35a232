import type { PostRow, PostWrite } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import { assertVersion, authorOf, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { postsRepository as repository } from './posts.repository.ts'

const audited = ({ name, code, level }: PostRow) => ({ name, code, level })

/** Posts of members. Taken names and codes are refused by constraints. */
export const postsService = {
  async create(scope: RequestScope, write: PostWrite) {
    const row = await repository.insert(scope.db, write, authorOf(scope))
    scope.note({ entityId: row.id, entityName: row.name, after: audited(row) })
    return { id: row.id }
  },

  async update(scope: RequestScope, id: string, { version, ...write }: PostWrite & { version: number }) {
    const before = orNotFound(await repository.findForUpdate(scope.db, id))
    assertVersion(before, version)
    const after = await repository.update(scope.db, id, write, authorOf(scope))
    scope.note({ entityId: id, entityName: after.name, before: audited(before), after: audited(after) })
    return null
  },

  /** Throws `postInUse`. */
  async remove(scope: RequestScope, id: string) {
    const before = orNotFound(await repository.findForUpdate(scope.db, id))
    if (await repository.isInUse(scope.db, id)) throw new AppError(organizationsErrors.postInUse)
    await repository.remove(scope.db, id)
    scope.note({ entityId: id, entityName: before.name, before: audited(before) })
    return null
  },
}
