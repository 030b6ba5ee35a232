import type { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { trashDays } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder, fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { documentsWithRights, isTakeable, type Viewer } from './document-rights.repository.ts'

type ListQuery = z.output<typeof documentTrashContract.trashed.query>
type Key = { companyId: string; id: string }

const sortColumns = { title: 'name', trashTime: 'trashed_at' } as const
const life = sql.raw(`interval '${trashDays} days'`)
/** Rows that one statement deletes, with all that goes with them, within a second or so. */
const batch = 1000

const restorable = (db: Db, viewer: Viewer, { search }: ListQuery) => {
  const all = documentsWithRights(db, viewer)
    .where(sql<boolean>`documents.trashed_at > now() - ${life}`)
    .where(isTakeable)
  return search === '' ? all : all.where('documents.name', 'ilike', likePattern(search))
}

/**
 * Statements that delete for good what has been in the trash for its time: a batch each hour, and folders after what lies
 * in them.
 */
export const trashRetention = [
  `with recursive expired as (
     (select company_id, id from documents where trashed_at < now() - interval '${trashDays} days'
      order by trashed_at limit ${batch})
     union
     select below.company_id, below.id from expired
     join documents below on below.company_id = expired.company_id and below.parent_id = expired.id
   ), leaves as (
     select expired.company_id, expired.id from expired
     where not exists (select from documents below
       where below.company_id = expired.company_id and below.parent_id = expired.id)
     limit ${batch})
   delete from documents using leaves where documents.company_id = leaves.company_id and documents.id = leaves.id`,
]

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
        sql<string>`case when folder.level > 0 then place.name else '' end`.as('folderTitle'),
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

  restore: (db: Db, { companyId, id }: Key, name: string, by: Person) =>
    db
      .updateTable('documents')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .set({ name, trashed_at: null, trashed_by: null, ...updateStamps(by) })
      .execute(),

  /** Deletes a document with all below it. A large folder expires instead, and is deleted in batches. */
  async purge(db: Db, { companyId, id }: Key): Promise<void> {
    const { rows } = await sql<{ count: number }>`
      with recursive below as (
        select ${id}::uuid as id
        union all
        select documents.id from below
        join documents on documents.company_id = ${companyId} and documents.parent_id = below.id
      ) select count(*)::int as count from (select from below limit ${batch + 1}) as few`.execute(db)
    const document = sql`company_id = ${companyId} and id = ${id}`
    if ((rows[0]?.count ?? 0) <= batch) await sql`delete from documents where ${document}`.execute(db)
    else await sql`update documents set trashed_at = 'epoch' where ${document}`.execute(db)
  },
}
