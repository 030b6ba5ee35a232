import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { FileStore } from '../../../kernel/files/file-store.ts'
import type { Actor, DetachedScope, RequestScope } from '../../../kernel/scope.ts'
import { describeRows } from './describe-rows.ts'
import { segmentsRepository as repository } from './segments.repository.ts'

type Ports = { database: Database; fileStore: Pick<FileStore, 'archive'> }

/** The archived segments of a company, for its people. */
export const createSegments = ({ database, fileStore }: Ports) => ({
  async segments({ db, actor }: RequestScope) {
    return { segments: await repository.list(db, actor.companyId) }
  },

  /** @throws `notFound` if there is no such segment, or its file is missing */
  async exportSegment({ actor, note }: DetachedScope<Actor>, { first }: { first: number }) {
    const { companyId } = actor
    const { last, sha256 } = orNotFound(
      await database.transact({ reach: 'company', companyId }, (db) => repository.find(db, companyId, first)),
    )
    const bytes = orNotFound(await fileStore.archive.read({ companyId, sha256 }))
    note({ entityName: describeRows(first, last), after: { rows: last - first + 1, sha256 } })
    // The console tells a file from an error by its type.
    return { bytes, type: 'application/octet-stream' }
  },
})
