import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { documentsWithRights, rank, type Viewer } from './document-rights.repository.ts'

/** A file counts as recent this long after it was opened or changed. */
const recentDays = sql.lit('30 days')
/** Changed files that are looked at: a large upload does not make each workbench slow. */
const mostChanged = 1000

/** Files that a viewer has opened lately, with the last time. */
const openedBy = ({ companyId, userId }: Viewer) => sql<{ document_id: string; at: string }>`(
  select receipt.document_id, max(receipt.opened_at) as at from document_receipts receipt
  where receipt.company_id = ${companyId} and receipt.user_id = ${userId}
    and receipt.opened_at > now() - interval ${recentDays}
  group by receipt.document_id)`
/** Few ids, so that the other files are not looked at. */
const isRecent = (viewer: Viewer) => sql<boolean>`documents.id in (
  select own.document_id from ${openedBy(viewer)} as own
  union all (
    select changed.id from documents changed
    where changed.company_id = ${viewer.companyId} and changed.kind = 'file'
      and changed.updated_at > now() - interval ${recentDays}
    order by changed.updated_at desc limit ${mostChanged}))`

/**
 * Files that a viewer may see and has opened lately, or that were changed lately, the last ones first. A part of a larger
 * query with the reach of the viewer's company.
 */
export const recentFiles = (db: Db, viewer: Viewer, limit: number) =>
  documentsWithRights(db, viewer)
    .innerJoin('documents as place', (join) =>
      join.onRef('place.company_id', '=', 'documents.company_id').onRef('place.id', '=', 'documents.parent_id'),
    )
    .leftJoin(openedBy(viewer).as('opened'), 'opened.document_id', 'documents.id')
    .where('documents.kind', '=', sql.lit('file'))
    .where('documents.trashed_at', 'is', null)
    .where('folder.trashed', '=', false)
    .where(rank, '>', 0)
    .where(isRecent(viewer))
    .select(['documents.id', 'documents.name as title'])
    // The folder of a file that is shared by itself stays unknown.
    .select(sql<string>`case when folder.level > 0 then place.name else '' end`.as('folderTitle'))
    .select(sql<string>`documents.updated_by->>'name'`.as('who'))
    .select(sql<string>`greatest(opened.at, documents.updated_at)`.as('time'))
    .select(sql<boolean>`coalesce(opened.at >= documents.updated_at, false)`.as('opened'))
    .orderBy('time', 'desc')
    .orderBy('documents.id')
    .limit(limit)
