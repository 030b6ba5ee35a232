import type { ExportRequest } from '@atrium/contract/kernel/sheet.ts'
import { type RepositoryFor, repositoryFor } from '../db/crud-handlers.ts'
import type { Db } from '../db/database.ts'
import type { Actor, DetachedScope } from '../scope.ts'
import type { ExportSheet } from './export-sheet.ts'
import type { SheetSource } from './sheet-source.ts'

type Asked = ExportRequest & { search: string }
type Repository<Row> = {
  count(db: Db, query: Asked, limit: number): Promise<number>
  batch(db: Db, query: Asked, afterId: string | undefined, size: number): Promise<Row[]>
}

/**
 * @public The handler of the export of a plain entity.
 *
 * @param exportSheet - the port
 * @param source - what stands in the cells
 * @param repository - of the rows as they are exported, or a function with that of the rows which an actor sees
 */
export const crudExport =
  <Row extends { id: string }>(
    exportSheet: ExportSheet,
    source: SheetSource<Row>,
    repository: RepositoryFor<Repository<Row>>,
  ) =>
  (scope: DetachedScope<Actor>, request: Asked) => {
    const rows = repositoryFor(repository, scope.actor)
    return exportSheet(scope, {
      source,
      request,
      reach: { reach: 'company', companyId: scope.actor.companyId },
      count: (db, limit) => rows.count(db, request, limit),
      batch: (db, after, size) => rows.batch(db, request, after?.id, size),
    })
  }
