import type { CustomInput } from '@atrium/contract/kernel/custom-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { CustomTable } from '../../../kernel/feature.ts'

/** Values as they are stored: ids for people and organisations. */
export type StoredValues = Readonly<Record<string, Exclude<CustomInput, null>>>
/** Rows of an entity in a company, or in all of them. Companies belong to none. */
export type CustomRows = CustomTable & { readonly companyId: string; readonly everywhere?: boolean }

const isIn = ({ everywhere, companyId }: Pick<CustomRows, 'companyId' | 'everywhere'>) =>
  everywhere ? sql`true` : sql`company_id = ${companyId}`
const ofCompany = (rows: CustomRows) => (rows.table === 'companies' ? sql`true` : isIn(rows))

const namedIn = { person: 'users', organization: 'orgs' } as const
export type NamedKind = keyof typeof namedIn

export const customValuesRepository = {
  /** Values of rows, by id; rows without any are missing. */
  async read(db: Db, rows: CustomRows, ids: readonly string[]): Promise<ReadonlyMap<string, StoredValues>> {
    // A join, which is prepared: planning it for each list of ids takes longer than reading the rows.
    const found = await sql<{ id: string; custom: StoredValues }>`
      select stored.id, stored.custom
      from unnest(${ids}::uuid[]) as asked (id) join ${sql.table(rows.table)} as stored on stored.id = asked.id
      where ${ofCompany(rows)} and stored.custom <> '{}'`.execute(db)
    return new Map(found.rows.map(({ id, custom }) => [id, custom]))
  },
  /** Sets some values of a row, and takes others away. */
  write: (db: Db, rows: CustomRows, id: string, set: StoredValues, removed: readonly string[]) =>
    sql`update ${sql.table(rows.table)} set custom = (custom || ${JSON.stringify(set)}::jsonb) - ${removed}::text[]
      where ${ofCompany(rows)} and id = ${id}`.execute(db),
  /** Sets some values of rows, and takes others away. */
  writeAll: (
    db: Db,
    rows: CustomRows,
    changes: readonly { id: string; set: StoredValues; removed: readonly string[] }[],
  ) =>
    sql`update ${sql.table(rows.table)} set custom = (custom || changed.set) - changed.removed
      from (select id, set, array(select json_array_elements_text(removed)) as removed
        from json_to_recordset(${JSON.stringify(changes)}::json) as each (id uuid, set jsonb, removed json)) changed
      where ${ofCompany(rows)} and ${sql.ref(`${rows.table}.id`)} = changed.id`.execute(db),
  /** Which rows of the company have these values of unique fields. */
  async owners(
    db: Db,
    { companyId, table }: CustomRows,
    values: readonly { fieldId: string; value: string }[],
  ): Promise<{ fieldId: string; value: string; rowId: string }[]> {
    const owner = table === 'companies' ? sql`(select id from companies where platform)` : sql`${companyId}::uuid`
    const { rows } = await sql<{ fieldId: string; value: string; rowId: string }>`
      select asked."fieldId", asked.value, taken.row_id as "rowId"
      from json_to_recordset(${JSON.stringify(values)}::json) as asked ("fieldId" uuid, value text)
        join custom_values taken on taken.company_id = ${owner} and taken.field_id = asked."fieldId"
          and taken.digest = sha256(convert_to(asked.value, 'UTF8'))`.execute(db)
    return rows
  },
  /** Names of people or organisations, by id. */
  async names(
    db: Db,
    of: Pick<CustomRows, 'companyId' | 'everywhere'>,
    kind: NamedKind,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const found = await sql<{ id: string; name: string }>`
      select named.id, named.name
      from unnest(${ids}::uuid[]) as asked (id) join ${sql.table(namedIn[kind])} as named on named.id = asked.id
      where ${isIn(of)}`.execute(db)
    return new Map(found.rows.map(({ id, name }) => [id, name]))
  },
}
