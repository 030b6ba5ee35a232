import type { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { trashDays } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder, fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { documentsWithRights, rank, rankOf, type Viewer } from './document-rights.repository.ts'

type ListQuery = z.output<typeof documentTrashContract.trashed.query>
type Key = { companyId: string; id: string }

const sortColumns = { title: 'name', trashTime: 'trashed_at' } as const
const [edit, manage] = [sql.lit(rankOf('edit')), sql.lit(rankOf('manage'))]
/** Whether the viewer may take a document out of its folder, and so put it back. */
const isTakeable = sql<boolean>`(coalesce(folder.level, 0) >= ${edit} or ${rank} >= ${manage})`

const restorable = (db: Db, viewer: Viewer, { search }: ListQuery) => {
  const all = documentsWithRights(db, viewer).where('documents.trashed_at', 'is not', null).where(isTakeable)
  return search === '' ? all : all.where('documents.name', 'ilike', likePattern(search))
}

/** Statements that delete for good what has been in the trash for its time. */
export const trashRetention = [`delete from documents where trashed_at < now() - interval '${trashDays} days'`]

export const documentTrashRepository = {
  /** What the viewer may restore. */
  list(db: Db, viewer: Viewer, query: ListQuery) {
    const matching = restorable(db, viewer, query)
    const rows = matching
      .leftJoin('documents as place', (join) =>
        join.onRef('place.company_id', '=', 'documents.company_id').onRef('place.id', '=', 'documents.parent_id'),
      )
      .select(['documents.id', 'documents.name as title', 'documents.size'])
      .select([
        sql<'folder' | 'file'>`documents.kind`.as('kind'),
        sql<string>`coalesce(place.name, '')`.as('folderTitle'),
      ])
      .select([sql<string>`documents.trashed_at`.as('trashTime'), sql<Person>`documents.trashed_by`.as('trashBy')])
    const order = parseSort(query.sort || '-trashTime', sortColumns)
    return fetchPage(db, query, applyOrder(rows, 'documents', order), matching, viewer.companyId)
  },

  put: (db: Db, { companyId, id }: Key, by: Person) =>
    db
      .updateTable('documents')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .set({ trashed_at: sql<string>`now()`, trashed_by: JSON.stringify(by), ...updateStamps(by) })
      .execute(),

  restore: (db: Db, { companyId, id }: Key, by: Person) =>
    db
      .updateTable('documents')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .set({ trashed_at: null, trashed_by: null, ...updateStamps(by) })
      .execute(),

  /** Deletes a document with all below it. */
  purge: (db: Db, { companyId, id }: Key) =>
    db.deleteFrom('documents').where('company_id', '=', companyId).where('id', '=', id).execute(),
}
