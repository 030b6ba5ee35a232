import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { CustomTable } from '../../../kernel/feature.ts'

/** A field whose values are counted, looked up or taken away. */
export type StoredField = { id: string; companyId: string; platform: boolean; key: string; isUnique: boolean }

const ownerOf = ({ table }: CustomTable) =>
  table === 'companies' ? sql`(select id from companies where platform)` : sql`company_id`
/** The rows that may have values of a field: of all companies for the platform's. */
const among = ({ table }: CustomTable, { platform, companyId }: StoredField) =>
  platform || table === 'companies' ? sql`true` : sql`company_id = ${companyId}`

/** Values of a field in all rows of its entity. Needs platform reach. */
export const storedValuesRepository = {
  field: async (db: Db, id: string) => {
    const { rows } = await sql<StoredField & { entity: string; isKept: boolean; isRemoved: boolean }>`
      select id, company_id as "companyId", platform, key, is_unique as "isUnique", entity,
        is_unique or searchable as "isKept", removed_at is not null as "isRemoved"
      from custom_fields where id = ${id}`.execute(db)
    return rows[0]
  },
  /** Waits for those who write rows that may have values of the field; others wait until the transaction ends. */
  waitForWriters: (db: Db, { entity }: CustomTable, { platform, companyId }: StoredField) =>
    sql`select pg_advisory_xact_lock(hashtextextended('custom_fields',
      hashtextextended(${platform ? entity : `${entity}${companyId}`}, 0)))`.execute(db),
  async count(db: Db, table: CustomTable, field: StoredField): Promise<{ rows: number; companies: number }> {
    const { rows } = await sql<{ rows: number; companies: number }>`
      select count(*) as rows, count(distinct ${ownerOf(table)}) as companies
      from ${sql.table(table.table)} where ${among(table, field)} and custom ? ${field.key}`.execute(db)
    return rows[0] ?? { rows: 0, companies: 0 }
  },
  /** Makes values known by which rows are found and distinguished. Collides where two rows have the same. */
  fillAll: (db: Db, table: CustomTable, field: StoredField) =>
    sql`insert into custom_values (company_id, field_id, row_id, text_value, number_value, digest)
      select ${ownerOf(table)}, ${field.id}, id, custom_value_text(custom -> ${field.key}),
        custom_value_number(custom -> ${field.key}),
        case when ${field.isUnique} then custom_value_digest(custom -> ${field.key}) end
      from ${sql.table(table.table)} where ${among(table, field)} and custom ? ${field.key}
      on conflict (company_id, field_id, row_id) do update set digest = excluded.digest`.execute(db),
  forgetAll: (db: Db, id: string) => sql`delete from custom_values where field_id = ${id}`.execute(db),
  /**
   * Takes the value away from rows after an id, in its order.
   * @returns the last id; undefined once there are none
   */
  async clear(
    db: Db,
    table: CustomTable,
    field: StoredField,
    after: string,
    most: number,
  ): Promise<string | undefined> {
    const { rows } = await sql<{ last: string | null }>`
      with few as (select id from ${sql.table(table.table)}
          where ${among(table, field)} and id > ${after}::uuid and custom ? ${field.key} order by id limit ${most}),
        cleared as (update ${sql.table(table.table)} of_entity set custom = custom - ${field.key}
          from few where of_entity.id = few.id returning of_entity.id)
      select max(id::text) as last from cleared`.execute(db)
    return rows[0]?.last ?? undefined
  },
}
