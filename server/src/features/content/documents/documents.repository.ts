import type { documentsContract, FilesFilter } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { byName } from '../../../kernel/db/by-name.ts'
import { cappedTotal, countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder, parseSort } from '../../../kernel/db/fetch-page.ts'
import { fileState } from '../uploads/index.ts'
import {
  documentsWithRights,
  isTakeable,
  rank,
  toLevel,
  type Viewer,
  withRights,
} from './document-rights.repository.ts'

type ListQuery = z.output<typeof documentsContract.list.query>
type Key = { companyId: string; id: string }

const maxFolders = 5000
const sortColumns = { title: 'name', size: 'size', versions: 'versions', updateTime: 'updated_at' } as const

const isBelow = ({ companyId, id }: Key) => sql<boolean>`documents.parent_id in (
  with recursive below as (
    select ${id}::uuid as id
    union all
    select documents.id from below
    join documents on documents.company_id = ${companyId} and documents.parent_id = below.id and documents.kind = 'folder'
  ) select id from below)`

/**
 * Files that a viewer may see. Without a search those of one folder, if one is named, and with one all below it. With
 * `only` that file.
 */
const visibleFiles = (db: Db, viewer: Viewer, { search, 'f.folderId': folder }: FilesFilter, only?: string) => {
  const all = documentsWithRights(db, viewer, only)
    .where('documents.kind', '=', sql.lit('file'))
    .where('documents.trashed_at', 'is', null)
    .where('folder.trashed', '=', false)
    .where(rank, '>', 0)
  if (search === '') return folder === undefined ? all : all.where('documents.parent_id', '=', folder)
  const found = all.where('documents.name', 'ilike', likePattern(search))
  return folder === undefined ? found : found.where(isBelow({ companyId: viewer.companyId, id: folder }))
}

type Ticked = { ids?: readonly string[] | undefined }
const tickedFiles = (db: Db, viewer: Viewer, { ids, ...filter }: FilesFilter & Ticked) => {
  const files = visibleFiles(db, viewer, filter)
  return ids ? files.where(sql<boolean>`documents.id = any(${ids}::uuid[])`) : files
}

type Files = ReturnType<typeof visibleFiles>
const listed = (files: Files) =>
  files
    .select(['documents.company_id', 'documents.id', 'documents.name', 'documents.parent_id', 'documents.type'])
    .select(['documents.size', 'documents.versions', 'documents.version'])
    .select(['documents.created_at', 'documents.created_by', 'documents.updated_at', 'documents.updated_by'])
    .select(['folder.level as folder_level', rank.as('rank'), isTakeable.as('takeable')])

/**
 * Files of a page with their place and newest version. The page is found first: joined with all that match, they cost
 * what the planner guesses wrong of a folder that has just been filled.
 */
const shownFiles = (db: Db, page: ReturnType<typeof listed>) =>
  db
    .selectFrom(page.as('documents'))
    .innerJoin('documents as place', (join) =>
      join.onRef('place.company_id', '=', 'documents.company_id').onRef('place.id', '=', 'documents.parent_id'),
    )
    .innerJoin('document_versions as newest', (join) =>
      join
        .onRef('newest.company_id', '=', 'documents.company_id')
        .onRef('newest.document_id', '=', 'documents.id')
        .onRef('newest.number', '=', 'documents.versions'),
    )
    .innerJoin('files', (join) =>
      join.onRef('files.company_id', '=', 'newest.company_id').onRef('files.id', '=', 'newest.file_id'),
    )
    .select(['documents.id', 'documents.name as title', sql<string>`documents.parent_id`.as('placeId')])
    // The folder of a file that is shared by itself stays unknown.
    .select([
      sql<string | null>`case when folder_level > 0 then place.id end`.as('folderId'),
      sql<string>`case when folder_level > 0 then place.name else '' end`.as('folderTitle'),
    ])
    .select(['documents.type as mime', 'documents.size', 'documents.versions', 'documents.version'])
    .select(['documents.created_at as createTime', sql<Person>`documents.created_by`.as('createBy')])
    .select(['documents.updated_at as updateTime', sql<Person>`documents.updated_by`.as('updateBy')])
    .select([fileState.as('state'), 'documents.rank', 'documents.takeable'])

const toRow = <Row extends { rank: number }>({ rank: own, ...row }: Row) => ({ ...row, level: toLevel(own) })

export const documentsRepository = {
  /** Folders that a viewer may see, by name, at most five thousand. */
  async folders(db: Db, viewer: Viewer) {
    const rows = await withRights(db, viewer)
      .selectFrom('documents')
      .innerJoin('rights as own', 'own.document_id', 'documents.id')
      .leftJoin('rights as folder', 'folder.document_id', 'documents.parent_id')
      .where('documents.company_id', '=', viewer.companyId)
      .where('documents.kind', '=', sql.lit('folder'))
      .where('own.trashed', '=', false)
      .where('own.level', '>', 0)
      .select(['documents.id', 'documents.name as title', 'documents.inherits', 'documents.version'])
      .select(sql<string | null>`case when folder.level > 0 then documents.parent_id end`.as('parentId'))
      .select(
        sql<number>`(select count(*) from documents inside where inside.company_id = documents.company_id
          and inside.parent_id = documents.id and inside.kind = 'file' and inside.trashed_at is null)`.as('files'),
      )
      .select('own.level as rank')
      .orderBy(byName('documents.name'))
      .orderBy('documents.id')
      .limit(maxFolders)
      .execute()
    return rows.map(toRow)
  },

  async list(db: Db, viewer: Viewer, query: ListQuery) {
    const matching = visibleFiles(db, viewer, query)
    const order = parseSort(query.sort || (query['f.folderId'] ? 'title' : '-updateTime'), sortColumns)
    const page = applyOrder(listed(matching), 'documents', order)
      .limit(query.size)
      .offset((query.page - 1) * query.size)
    const rows = applyOrder(shownFiles(db, page), 'documents', order)
    const [data, total] = await Promise.all([rows.execute(), cappedTotal(db, matching, viewer.companyId)])
    return { data: data.map(toRow), ...total }
  },

  /** Number of matching files, at most `limit`. */
  count: (db: Db, viewer: Viewer, filter: FilesFilter & Ticked, limit: number) =>
    countUpTo(db, tickedFiles(db, viewer, filter), limit),
  /** The batch after an id, ordered by id. */
  async batch(db: Db, viewer: Viewer, filter: FilesFilter & Ticked, after: string | undefined, size: number) {
    const files = listed(tickedFiles(db, viewer, filter))
      .orderBy('documents.id')
      .limit(size)
    const page = after === undefined ? files : files.where('documents.id', '>', after)
    const rows = await shownFiles(db, page).orderBy('documents.id').execute()
    return rows.map(toRow)
  },
  /** A query for the ids of all files that a list finds. */
  matchingIds: (db: Db, viewer: Viewer, filter: FilesFilter) => visibleFiles(db, viewer, filter).select('documents.id'),

  /** A file that a viewer may see, as its list shows it. */
  async findShown(db: Db, viewer: Viewer, id: string) {
    const only = visibleFiles(db, viewer, { search: '' }, id)
    const row = await shownFiles(db, listed(only)).executeTakeFirst()
    return row && toRow(row)
  },

  /** A folder or file with the viewer's rights on it and on its folder, in the trash or not. */
  find: (db: Db, viewer: Viewer, id: string) =>
    documentsWithRights(db, viewer, id)
      .select(['documents.id', 'documents.parent_id as folderId', 'documents.name as title', 'documents.inherits'])
      .select(['documents.versions', 'documents.version', sql<'folder' | 'file'>`documents.kind`.as('kind')])
      .select(sql<boolean>`documents.trashed_at is not null`.as('trashed'))
      .select(sql<boolean>`coalesce(folder.trashed, false)`.as('folderTrashed'))
      .select([rank.as('rank'), isTakeable.as('takeable')])
      .executeTakeFirst(),

  /** Folders from the top to this one; `readable`: whether the viewer may see it. */
  async path(db: Db, viewer: Viewer, folderId: string) {
    const { rows } = await sql<{ id: string; title: string; readable: boolean }>`
      with recursive above as (
        select id, parent_id, name, 1 as step from documents where company_id = ${viewer.companyId} and id = ${folderId}
        union all
        select documents.id, documents.parent_id, documents.name, step + 1
        from above join documents on documents.company_id = ${viewer.companyId} and documents.id = above.parent_id
      )
      select above.id, above.name as title, coalesce(rights.level, 0) > 0 as readable
      from above left join document_line_rights(${viewer.companyId}, ${viewer.userId}, ${viewer.everything}, ${folderId}) as rights
        on rights.document_id = above.id
      order by step desc`.execute(db)
    return rows
  },

  /** Versions of a file, newest first. */
  history: (db: Db, { companyId, id }: Key) =>
    db
      .selectFrom('document_versions as kept')
      .innerJoin('files', (join) =>
        join.onRef('files.company_id', '=', 'kept.company_id').onRef('files.id', '=', 'kept.file_id'),
      )
      .where('kept.company_id', '=', companyId)
      .where('kept.document_id', '=', id)
      .select(['kept.number', 'kept.note', 'kept.created_at as createTime', 'files.type as mime', 'files.size'])
      .select([fileState.as('state'), sql<Person>`kept.created_by`.as('createBy')])
      .orderBy('kept.number', 'desc')
      .limit(1000)
      .execute(),

  /** The file of a version. */
  findVersion: (db: Db, { companyId, id }: Key, number: number) =>
    db
      .selectFrom('document_versions as kept')
      .innerJoin('files', (join) =>
        join.onRef('files.company_id', '=', 'kept.company_id').onRef('files.id', '=', 'kept.file_id'),
      )
      .where('kept.company_id', '=', companyId)
      .where('kept.document_id', '=', id)
      .where('kept.number', '=', number)
      .select(['kept.number', 'files.id as fileId', 'files.name', 'files.type', 'files.size', 'files.sha256'])
      .select(fileState.as('state'))
      .executeTakeFirst(),
}
export type FoundDocument = NonNullable<Awaited<ReturnType<typeof documentsRepository.find>>>
