import type {
  FileReference,
  UploadRow,
  uploadsContract,
} from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder, fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'

type ListQuery = z.output<typeof uploadsContract.list.query>
type FileKey = { companyId: string; id: string }

const sortColumns = { name: 'name', size: 'size', createTime: 'created_at' } as const
/** The state of a file as the wire names it. */
export const fileState = sql<UploadRow['state']>`case when state = 'ready' then 'ready'
  when finding <> '' then 'infected' when scan_at is null then 'unscanned' else 'scanning' end`
/** As `fileState`, written the way the indexes know it. */
const stateConditions = {
  ready: sql<boolean>`state = 'ready'`,
  scanning: sql<boolean>`state = 'quarantined' and finding = '' and scan_at is not null`,
  unscanned: sql<boolean>`state = 'quarantined' and finding = '' and scan_at is null`,
  infected: sql<boolean>`state = 'quarantined' and finding <> ''`,
} as const satisfies Record<UploadRow['state'], unknown>
const usesOf = sql<number>`(select count(*) from file_references
  where file_references.company_id = files.company_id and file_id = files.id)`
const duplicatesOf = sql<number>`(select file_count - 1 from file_contents
  where file_contents.company_id = files.company_id and file_contents.sha256 = files.sha256)`

const selectFiles = (db: Db, companyId: string) => db.selectFrom('files').where('files.company_id', '=', companyId)
type MatchingFiles = ReturnType<typeof selectFiles>
const shown = (files: MatchingFiles) =>
  files
    .select(['id', 'name', 'purpose as biz', 'type as mime', 'size', 'sha256', 'width', 'height', 'finding', 'guarded'])
    .select([fileState.as('state'), usesOf.as('uses'), duplicatesOf.as('duplicates')])
    .select(['created_at as createTime', sql<UploadRow['createBy']>`created_by`.as('createBy')])

/** Adds the search to the rows; reads them in their own order if it matches more than a list counts. */
const searchedFiles = async (db: Db, files: MatchingFiles, search: string) => {
  const { rows } = await sql<{ ids: string[] }>`
    select array(select find_files(${search}, ${maxDepth + 1})) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  // An array, not a join: the planner then looks the few up by their ids.
  return files.where(
    ids.length > maxDepth
      ? sql<boolean>`strpos(lower(name), lower(${search})) > 0`
      : sql<boolean>`files.id = any(${ids})`,
  )
}

const matchingFiles = (db: Db, companyId: string, query: ListQuery, timeZone: string) => {
  let files = selectFiles(db, companyId)
  if (query['f.biz']) files = files.where('purpose', '=', query['f.biz'])
  if (query['f.sha256']) files = files.where('sha256', '=', query['f.sha256'])
  if (query['f.state']) files = files.where(stateConditions[query['f.state']])
  if (query['f.createTime']) {
    const { from, before } = parseTimeRange(query['f.createTime'], timeZone)
    files = files.where('created_at', '>=', from).where('created_at', '<', before)
  }
  return files
}

export const uploadsRepository = {
  async list(db: Db, companyId: string, query: ListQuery, timeZone: string) {
    const filtered = matchingFiles(db, companyId, query, timeZone)
    const matching = query.search ? await searchedFiles(db, filtered, query.search) : filtered
    const order = parseSort(query.sort || '-createTime', sortColumns)
    return fetchPage(db, query, applyOrder(shown(matching), 'files', order), matching, companyId)
  },

  find: (db: Db, { companyId, id }: FileKey) =>
    shown(selectFiles(db, companyId)).where('id', '=', id).executeTakeFirst(),

  /** What sending a file needs to know. */
  /** A guarded file without what uses it is deleted, though the sweep has not come by yet. */
  findSent: (db: Db, { companyId, id }: FileKey) =>
    db
      .selectFrom('files')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where(sql<boolean>`not (guarded and unused_since is not null)`)
      .select([
        'company_id as companyId',
        'name',
        'type',
        'sha256',
        'size',
        'published',
        'guarded',
        fileState.as('state'),
      ])
      .executeTakeFirst(),

  /** Which of these files are pictures that may be shown. */
  pictures: async (db: Db, companyId: string, ids: readonly string[]): Promise<Set<string>> => {
    const found = db
      .selectFrom('files')
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .where('guarded', '=', false)
      .select('id')
    const rows = await found.where('type', 'like', 'image/%').where(fileState, '=', 'ready').execute()
    return new Set(rows.map(({ id }) => id))
  },

  /** What uses a file, with names where the entities have some. */
  references: (db: Db, { companyId, id }: FileKey): Promise<FileReference[]> =>
    db
      .selectFrom('file_references')
      .leftJoin('users', (join) =>
        join
          .onRef('users.company_id', '=', 'file_references.company_id')
          .onRef('users.id', '=', 'file_references.entity_id'),
      )
      .leftJoin('companies', 'companies.id', 'file_references.entity_id')
      .leftJoin('documents', (join) =>
        join
          .onRef('documents.company_id', '=', 'file_references.company_id')
          .onRef('documents.id', '=', 'file_references.entity_id'),
      )
      .leftJoin('notices', (join) =>
        join
          .onRef('notices.company_id', '=', 'file_references.company_id')
          .onRef('notices.id', '=', 'file_references.entity_id'),
      )
      .where('file_references.company_id', '=', companyId)
      .where('file_id', '=', id)
      .select([
        'file_references.kind',
        'entity_id as id',
        sql<string>`coalesce(users.name, companies.name, documents.name, notices.title, '')`.as('name'),
      ])
      .orderBy('file_references.kind')
      .orderBy('entity_id')
      .limit(100)
      .execute(),

  /** Other files with the same content, newest first. */
  copies: (db: Db, { companyId, id }: FileKey, sha256: string) =>
    db
      .selectFrom('files')
      .where('company_id', '=', companyId)
      .where('sha256', '=', sha256)
      .where('id', '<>', id)
      .select(['id', 'name', 'created_at as createTime'])
      .orderBy('created_at', 'desc')
      .limit(20)
      .execute(),
}
