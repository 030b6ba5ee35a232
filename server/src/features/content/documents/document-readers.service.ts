import type {
  DownloadsExport,
  documentReadersContract,
} from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Actor, DetachedScope, RequestScope } from '../../../kernel/scope.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { documentReadersRepository as repository } from './document-readers.repository.ts'
import { findManagedFile } from './document-rules.ts'
import { downloadSource } from './download-sheet.ts'

type Version = { id: string; number: number }
type ReadersQuery = z.output<typeof documentReadersContract.readers.query>
type DownloadsQuery = z.output<typeof documentReadersContract.downloads.query>

/** Notes that the actor has read a version that is sent to them. A guest is no reader of the company. */
export const noteReading = async ({ db, actor }: RequestScope, { id, number }: Version): Promise<void> => {
  if (actor.acting) return
  await repository.noteReading(db, { companyId: actor.companyId, id, number }, actor.userId)
}

/** Notes that the actor has downloaded a version, and so read it. */
export const noteDownload = async (scope: RequestScope, { id, number }: Version): Promise<void> => {
  const { db, actor, origin } = scope
  const by = { userId: actor.userId, linkBy: null, by: toAuthor(scope), ip: origin.ip }
  await noteReading(scope, { id, number })
  await repository.noteDownload(db, { companyId: actor.companyId, id, number }, by)
}

/** Who has read and downloaded files, for those who manage them. */
export const createDocumentReaders = ({ database, exportSheet }: { database: Database; exportSheet: ExportSheet }) => {
  /**
   * A version of a file that the actor manages.
   * @throws `notFound` and `needsManage`
   */
  const findVersion = async (scope: RequestScope, { id, number }: Version) => {
    const { versions } = await findManagedFile(scope, id)
    return orNotFound(number <= versions ? { companyId: scope.actor.companyId, id, number } : undefined)
  }
  return {
    /** Throws `needsManage`. */
    async readers(scope: RequestScope, version: Version, query: ReadersQuery) {
      assertPageDepth(query)
      return repository.readers(scope.db, scope.actor, await findVersion(scope, version), query)
    },

    /** Throws `needsManage`. */
    async sums(scope: RequestScope, version: Version) {
      return repository.sums(scope.db, scope.actor, await findVersion(scope, version))
    },

    /** Throws `needsManage`. */
    async downloads(scope: RequestScope, id: string, query: DownloadsQuery) {
      assertPageDepth(query)
      await findManagedFile(scope, id)
      return repository.downloads(scope.db, scope.actor, { companyId: scope.actor.companyId, id }, query)
    },

    /** Throws `needsManage` and as `exportSheet` does. */
    async exportDownloads(scope: DetachedScope<Actor>, id: string, request: DownloadsExport) {
      const { actor } = scope
      const { companyId } = actor
      const reach = { reach: 'company', companyId } as const
      const { title } = await database.read(reach, (db) => findManagedFile({ db, actor }, id))
      scope.note({ entityId: id })
      const key = { companyId, id }
      return exportSheet(scope, {
        source: downloadSource,
        request,
        reach,
        entityName: title,
        count: (db, limit) => repository.countDownloads(db, actor, key, request, limit),
        batch: (db, after, size) => repository.batchOfDownloads(db, actor, key, request, after?.id, size),
      })
    },
  }
}
export type DocumentReaders = ReturnType<typeof createDocumentReaders>
