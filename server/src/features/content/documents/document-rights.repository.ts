import { type AccessLevel, accessLevels } from '@atrium/contract/features/content/documents/document-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Who asks; `everything`: manages all documents of the company. */
export type Viewer = { companyId: string; userId: string; everything: boolean }

/** Levels as the database compares them; 0 is none. */
export const toRank = (level: AccessLevel): number => accessLevels.indexOf(level) + 1
/**
 * The level of a rank.
 * @throws for none
 */
export const toLevel = (rank: number): AccessLevel => {
  const level = accessLevels[rank - 1]
  if (!level) throw new Error(`no level of rank ${rank}`)
  return level
}

type Right = { document_id: string; level: number; trashed: boolean }

const rightsFor = ({ companyId, userId, everything }: Viewer, only: string | undefined) =>
  only === undefined
    ? sql<Right>`document_rights(${companyId}, ${userId}, ${everything})`
    : sql<Right>`document_line_rights(${companyId}, ${userId}, ${everything}, ${only})`

/**
 * Statements with the viewer's rights as `rights`: those of folders, and of files with own grants; with `only` those of
 * one document and of the folders above it.
 */
export const withRights = (db: Db, viewer: Viewer, only?: string) =>
  db.with('rights', (part) =>
    part.selectFrom(rightsFor(viewer, only).as('found')).select(['found.document_id', 'found.level', 'found.trashed']),
  )

/** Rank of a document beside `own`, its rights, and `folder`, those of the folder it lies in. */
export const rank = sql<number>`coalesce(
  case documents.kind when 'folder' then own.level else greatest(own.level, folder.level) end, 0)`

/** Whether the viewer may take a document out of its folder, and put it back. Beside `own` and `folder`. */
export const isTakeable = sql<boolean>`(${rank} >= ${sql.lit(toRank('manage'))}
  or documents.inherits and coalesce(folder.level, 0) >= ${sql.lit(toRank('edit'))})`

/** Documents with their rights and those of their folder; with `only` that one. */
export const documentsWithRights = (db: Db, viewer: Viewer, only?: string) =>
  withRights(db, viewer, only)
    .selectFrom('documents')
    .leftJoin('rights as folder', 'folder.document_id', 'documents.parent_id')
    .leftJoin('rights as own', 'own.document_id', 'documents.id')
    .where('documents.company_id', '=', viewer.companyId)
    .$if(only !== undefined, (all) => all.where('documents.id', '=', only ?? ''))

/** Whether folders below this one do not inherit its rights and are not managed by the viewer. */
export const hasUnmanagedInside = async (db: Db, viewer: Viewer, id: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    with recursive below as (
      select id, inherits from documents
      where company_id = ${viewer.companyId} and parent_id = ${id} and kind = 'folder'
      union all
      select inside.id, inside.inherits from below
      join documents inside on inside.company_id = ${viewer.companyId} and inside.parent_id = below.id and inside.kind = 'folder'
    ) select exists (
      select from below join ${rightsFor(viewer, undefined)} as rights on rights.document_id = below.id
      where not below.inherits and rights.level < ${toRank('manage')}) as found`.execute(db)
  return rows[0]?.found ?? false
}
