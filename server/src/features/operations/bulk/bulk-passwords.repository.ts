import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { BulkRef } from './bulk.repository.ts'

/** New passwords of operations, sealed, until they are downloaded. */
export const bulkPasswordsRepository = {
  add: (db: Db, { companyId, id }: BulkRef, rows: readonly { id: string; sealed: string | undefined }[]) =>
    sql`insert into bulk_passwords (company_id, bulk_id, row_id, sealed)
      select ${companyId}, ${id}, made.id, made.sealed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id uuid, sealed text)`.execute(db),
  async count(db: Db, { companyId, id }: BulkRef): Promise<number> {
    const { many } = await db
      .selectFrom('bulk_passwords')
      .where('company_id', '=', companyId)
      .where('bulk_id', '=', id)
      .select((eb) => eb.fn.countAll<number>().as('many'))
      .executeTakeFirstOrThrow()
    return many
  },
  /**
   * Removes them.
   * @returns each with the name of its row, in the order of the rows
   */
  async take(db: Db, { companyId, id }: BulkRef): Promise<{ name: string; sealed: string }[]> {
    const { rows } = await sql<{ name: string; sealed: string }>`
      with taken as (
        delete from bulk_passwords where company_id = ${companyId} and bulk_id = ${id} returning row_id, sealed)
      select bulk_rows.name, taken.sealed from taken join bulk_rows
        on bulk_rows.company_id = ${companyId} and bulk_rows.bulk_id = ${id} and bulk_rows.row_id = taken.row_id
      order by bulk_rows.seq`.execute(db)
    return rows
  },
}
