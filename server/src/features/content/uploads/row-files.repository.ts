import type { RowFile } from '@atrium/contract/features/content/uploads/row-files.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tables } from '../../../kernel/db/database.ts'
import { fileState } from './uploads.repository.ts'

/** The table that links rows of an entity to their files. */
export type FilesTable = {
  /** Has company_id, file_id, field and the id of the row; a file is in it once. */
  table: keyof Tables & string
  /** Its column with the id of the row. */
  row: string
}
type FieldOfRow = { id: string; field: string }

/** Statements on the links of an entity's rows to their files. */
export const rowFilesRepository = ({ table, row }: FilesTable) => {
  const [links, rowId] = [sql.table(table), sql.ref(row)]
  return {
    /** Files of rows in these fields: one statement, whatever the number of rows. */
    async list(db: Db, ids: readonly string[], fields: readonly string[]) {
      if (ids.length === 0) return []
      const found: RawBuilder<FieldOfRow & { file: RowFile }> = sql`
        select ${rowId} as id, field, jsonb_build_object('id', files.id, 'name', files.name, 'size', files.size,
          'ready', ${fileState} = 'ready') as file
        from ${links} as links join files on files.company_id = links.company_id and files.id = links.file_id
        where ${rowId} = any(${ids}::uuid[]) and field = any(${fields}) order by files.id`
      return (await found.execute(db)).rows
    },

    /**
     * Gives a field these files and no others; new ones are those that the author has stored and nothing uses.
     *
     * @returns how many it has then
     */
    async put(db: Db, { id, field }: FieldOfRow, fileIds: readonly string[], authorId: string): Promise<number> {
      await sql`delete from ${links} where ${rowId} = ${id} and field = ${field}
        and file_id <> all(${fileIds}::uuid[])`.execute(db)
      await sql`insert into ${links} (company_id, file_id, ${rowId}, field)
        select company_id, id, ${id}, ${field} from files where id = any(${fileIds}::uuid[])
          and guarded and unused_since is not null and created_by ->> 'id' = ${authorId}
        on conflict do nothing`.execute(db)
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${links} where ${rowId} = ${id} and field = ${field}`.execute(db)
      return rows[0]?.count ?? 0
    },

    async has(db: Db, id: string, fileId: string): Promise<boolean> {
      const { rows } = await sql`select from ${links} where ${rowId} = ${id} and file_id = ${fileId}`.execute(db)
      return rows.length > 0
    },

    /** From then on the file is sent by its row alone. */
    guard: (db: Db, companyId: string, fileId: string) =>
      db
        .updateTable('files')
        .set({ guarded: true })
        .where('company_id', '=', companyId)
        .where('id', '=', fileId)
        .execute(),
  }
}
