import type { Attachment } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

type NoticeKey = { companyId: string; id: string }
type FileKey = NoticeKey & { fileId: string }

const selectFiles = (db: Db, { companyId, id }: NoticeKey) =>
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
    selectFiles(db, key)
      .select(['files.id as fileId', 'files.name', 'files.size', 'files.type as mime', 'files.sha256', 'downloads'])
      .select(sql<boolean>`files.state = 'ready'`.as('ready'))
      .orderBy('files.id')
      .execute(),

  /** A file of a notice, as audited; undefined if it has no such file. */
  find: (db: Db, { fileId, ...key }: FileKey): Promise<{ file: string; sha256: string } | undefined> =>
    selectFiles(db, key)
      .where('files.id', '=', fileId)
      .select(['files.name as file', 'files.sha256'])
      .executeTakeFirst(),

  count: async (db: Db, { companyId, id }: NoticeKey): Promise<number> => {
    const files = db.selectFrom('notice_files').where('company_id', '=', companyId).where('notice_id', '=', id)
    return (await files.select(sql<number>`count(*)`.as('files')).executeTakeFirst())?.files ?? 0
  },

  /** From then on the file is sent by its notice alone. */
  async insert(db: Db, { companyId, id, fileId }: FileKey) {
    await db.insertInto('notice_files').values({ company_id: companyId, notice_id: id, file_id: fileId }).execute()
    const file = db.updateTable('files').where('company_id', '=', companyId).where('id', '=', fileId)
    await file.set({ guarded: true }).execute()
  },

  remove: (db: Db, { companyId, id, fileId }: FileKey) =>
    db
      .deleteFrom('notice_files')
      .where('company_id', '=', companyId)
      .where('notice_id', '=', id)
      .where('file_id', '=', fileId)
      .execute(),

  /** Adds downloads to their counts; with platform reach. */
  addDownloads: (db: Db, counted: readonly (FileKey & { count: number })[]) =>
    sql`
      update notice_files set downloads = downloads + added.count
      from unnest(${counted.map(({ companyId }) => companyId)}::uuid[], ${counted.map(({ id }) => id)}::uuid[],
        ${counted.map(({ fileId }) => fileId)}::uuid[], ${counted.map(({ count }) => count)}::int[])
        as added (company_id, notice_id, file_id, count)
      where notice_files.company_id = added.company_id and notice_files.notice_id = added.notice_id
        and notice_files.file_id = added.file_id`.execute(db),
}
