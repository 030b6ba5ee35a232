import type { Attachment } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

type NoticeKey = { companyId: string; id: string }
type FileKey = NoticeKey & { fileId: string }

const filesOf = (db: Db, { companyId, id }: NoticeKey) =>
  db
    .selectFrom('notice_files')
    .innerJoin('files', (join) =>
      join.onRef('files.company_id', '=', 'notice_files.company_id').onRef('files.id', '=', 'notice_files.file_id'),
    )
    .where('notice_files.company_id', '=', companyId)
    .where('notice_files.notice_id', '=', id)

/** Files of notices. Needs the reach of the notice's company. */
export const attachmentsRepository = {
  list: (db: Db, key: NoticeKey): Promise<Attachment[]> =>
    filesOf(db, key)
      .select(['files.id as fileId', 'files.name', 'files.size', 'files.type as mime', 'files.sha256', 'downloads'])
      .select(sql<boolean>`files.state = 'ready'`.as('ready'))
      .orderBy('files.id')
      .execute(),

  /** Name of a file of a notice; undefined if it has no such file. */
  findName: async (db: Db, { fileId, ...key }: FileKey): Promise<string | undefined> =>
    (await filesOf(db, key).where('files.id', '=', fileId).select('files.name').executeTakeFirst())?.name,

  count: async (db: Db, { companyId, id }: NoticeKey): Promise<number> => {
    const files = db.selectFrom('notice_files').where('company_id', '=', companyId).where('notice_id', '=', id)
    return (await files.select(sql<number>`count(*)`.as('files')).executeTakeFirst())?.files ?? 0
  },

  insert: (db: Db, { companyId, id, fileId }: FileKey) =>
    db.insertInto('notice_files').values({ company_id: companyId, notice_id: id, file_id: fileId }).execute(),

  remove: (db: Db, { companyId, id, fileId }: FileKey) =>
    db
      .deleteFrom('notice_files')
      .where('company_id', '=', companyId)
      .where('notice_id', '=', id)
      .where('file_id', '=', fileId)
      .execute(),

  /** Counts a download. Out: whether the notice has the file. */
  async countDownload(db: Db, { companyId, id, fileId }: FileKey): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('notice_files')
      .where('company_id', '=', companyId)
      .where('notice_id', '=', id)
      .where('file_id', '=', fileId)
      .set({ downloads: sql<number>`downloads + 1` })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
}
