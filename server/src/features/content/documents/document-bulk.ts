import { type bulkMoving, documentsBulk } from '@atrium/contract/features/content/documents/documents.bulk.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import type * as z from 'zod/mini'
import { defineBulkSource } from '../../../kernel/bulk/bulk-source.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { documentChangesRepository as changes } from './document-changes.repository.ts'
import { findVisible, toViewer } from './document-rules.ts'
import { documentTrash } from './document-trash.service.ts'
import { documentsRepository as repository } from './documents.repository.ts'
import { documents } from './documents.service.ts'

/** Throws `alreadyThere`, and as a move of one does. */
const moveInto = async (scope: RequestScope, id: string, folderId: string) => {
  const { version, folderId: from } = await findVisible(scope, id)
  if (from === folderId) throw new AppError(documentsErrors.alreadyThere)
  return documents.move(scope, id, { folderId, version })
}
const readFolders = async ({ db, actor }: RequestScope, ids: readonly string[]) => {
  const folders = new Map<string, unknown>()
  for (const id of ids) folders.set(id, (await repository.find(db, toViewer(actor), id))?.folderId ?? null)
  return folders
}

/** Operations on many files, by the functions that change one. */
export const documentBulk = defineBulkSource<
  (typeof documentsBulk)['filter']['shape'],
  (typeof documentsBulk)['operations']
>({
  bulk: documentsBulk,
  find: async (db, actor, { search, 'f.folderId': folderId }) =>
    repository.matchingIds(db, toViewer(actor), { search, 'f.folderId': folderId }),
  async hold(db, actor, ids, which) {
    await changes.lockAll(db, actor.companyId)
    const held = []
    for (const id of ids) {
      const found = await repository.find(db, toViewer(actor), id)
      const isThere = which === 'removed' || !(found?.trashed || found?.folderTrashed)
      if (found && found.rank > 0 && isThere) held.push({ id, name: found.title, version: found.version })
    }
    return held
  },
  work: {
    move: {
      same: [documentsErrors.alreadyThere],
      conflicts: [documentsErrors.nameTaken],
      apply: (scope, id, { folderId }: z.output<typeof bulkMoving>) => moveInto(scope, id, folderId),
      remember: readFolders,
      undo: (scope, id, before) => moveInto(scope, id, before as string),
    },
    remove: {
      apply: (scope, id) => documentTrash.put(scope, id),
      undo: (scope, id) => documentTrash.restore(scope, id),
    },
  },
})
