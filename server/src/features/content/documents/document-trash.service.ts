import type { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, authorOf, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { documentChangesRepository as changes } from './document-changes.repository.ts'
import { assertNameFree, assertTakeable, assertTakeableWhole, findVisible, viewerOf } from './document-rules.ts'
import { documentTrashRepository as repository } from './document-trash.repository.ts'
import { documentsRepository } from './documents.repository.ts'

type ListQuery = z.output<typeof documentTrashContract.trashed.query>

/** What is in the trash itself. Throws `notFound` for what is not, or what the actor may not see. */
const findTrashed = async ({ db, actor }: RequestScope, id: string) => {
  const found = await documentsRepository.find(db, viewerOf(actor), id)
  return orNotFound(found?.trashed && found.rank > 0 ? found : undefined)
}

/** The trash of documents. */
export const documentTrash = {
  list({ db, actor }: RequestScope, query: ListQuery) {
    assertPageDepth(query)
    return repository.list(db, viewerOf(actor), query)
  },

  /** Throws `needsEdit` and `holdsUnmanaged`. */
  async put(scope: RequestScope, id: string) {
    const { db, actor } = scope
    await changes.lockAll(db, actor.companyId)
    const document = await findVisible(scope, id)
    await assertTakeableWhole(scope, document)
    await repository.put(db, { companyId: actor.companyId, id }, authorOf(scope))
    scope.note({ entityId: id, entityName: document.title, before: { name: document.title } })
    return null
  },

  /** Throws `needsEdit`, as `assertNameFree` does, and `folderTrashed` if its folder is in the trash too. */
  async restore(scope: RequestScope, id: string) {
    const { db, actor } = scope
    await changes.lockAll(db, actor.companyId)
    const document = await findTrashed(scope, id)
    assertTakeable(document)
    if (document.folderTrashed) throw new AppError(documentsErrors.folderTrashed)
    await assertNameFree(scope, document.folderId, document.title, id)
    await repository.restore(db, { companyId: actor.companyId, id }, authorOf(scope))
    scope.note({ entityId: id, entityName: document.title, after: { name: document.title } })
    return null
  },

  async purge(scope: RequestScope, id: string) {
    const { db, actor } = scope
    await changes.lockAll(db, actor.companyId)
    const document = await findTrashed(scope, id)
    await repository.purge(db, { companyId: actor.companyId, id })
    scope.note({ entityId: id, entityName: document.title, before: { name: document.title } })
    return null
  },
}
