import type { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { documentChangesRepository as changes } from './document-changes.repository.ts'
import {
  assertNameFree,
  assertTakeable,
  assertTakeableWhole,
  findVisible,
  getEnding,
  toViewer,
  withEnding,
} from './document-rules.ts'
import { documentTrashRepository as repository } from './document-trash.repository.ts'
import { documentsRepository } from './documents.repository.ts'

type ListQuery = z.output<typeof documentTrashContract.trashed.query>

/**
 * What is in the trash itself.
 * @throws `notFound` for what is not, or what the actor may not see
 */
const findTrashed = async ({ db, actor }: RequestScope, id: string) => {
  const found = await documentsRepository.find(db, toViewer(actor), id)
  return orNotFound(found?.trashed && found.rank > 0 ? found : undefined)
}

/** The trash of documents. */
export const documentTrash = {
  list({ db, actor }: RequestScope, query: ListQuery) {
    assertPageDepth(query)
    return repository.list(db, toViewer(actor), query)
  },

  /** Throws `needsEdit` and `holdsUnmanaged`. */
  async put(scope: RequestScope, id: string) {
    const { db, actor } = scope
    await changes.lockAll(db, actor.companyId)
    const document = await findVisible(scope, id)
    await assertTakeableWhole(scope, document)
    await repository.put(db, { companyId: actor.companyId, id }, toAuthor(scope))
    scope.note({ entityId: id, entityName: document.title, before: { name: document.title } })
    return null
  },

  /**
   * Takes another name, if its own is taken.
   * @throws `needsEdit`, `folderTrashed` if its folder is in the trash too, and as `assertNameFree` does, with a name
   *   that is free
   */
  async restore(scope: RequestScope, id: string, renamed?: string) {
    const { db, actor } = scope
    await changes.lockAll(db, actor.companyId)
    const document = await findTrashed(scope, id)
    assertTakeable(document)
    if (document.folderTrashed) throw new AppError(documentsErrors.folderTrashed)
    const ending = document.kind === 'folder' ? '' : getEnding(document.title)
    const title = renamed === undefined ? document.title : withEnding(renamed, ending)
    await assertNameFree(scope, document.folderId, title, id).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const place = { companyId: actor.companyId, folderId: document.folderId }
      const data = { title: await changes.freeName(db, place, title, ending) }
      throw new AppError(error.spec, { ...error.extras, data })
    })
    const key = { companyId: actor.companyId, id }
    await repository.restore(db, key, title, toAuthor(scope))
    if (document.kind === 'file' && title !== document.title) await changes.nameFiles(db, key, title)
    scope.note({ entityId: id, entityName: title, before: { name: document.title }, after: { name: title } })
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
