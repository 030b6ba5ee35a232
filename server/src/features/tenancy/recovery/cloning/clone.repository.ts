import { sql } from 'kysely'
import { extendTimeout } from '../../../../kernel/db/bound-connection.ts'
import type { Person } from '../../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Known, Parents, Row } from './clone-rows.ts'
import type { ClonedTableName } from './cloned-columns.ts'

type Trial = { companyId: string; planId: string; days: number; by: Person }

export const cloneRepository = {
  /** For a transaction that reads a file between its statements. */
  async begin(db: Db): Promise<void> {
    await extendTimeout(db, 5)
    await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(db)
  },
  isThere: async (db: Db, companyId: string): Promise<boolean> =>
    (await db.selectFrom('companies').where('id', '=', companyId).select('id').executeTakeFirst()) !== undefined,

  async readKnown(db: Db): Promise<Known> {
    const [elements, menus, groups] = await Promise.all([
      db.selectFrom('elements').select('code').execute(),
      db.selectFrom('menus').select('id').execute(),
      db.selectFrom('dict_groups').select('id').execute(),
    ])
    return {
      elements: new Set(elements.map(({ code }) => code)),
      menus: new Set(menus.map(({ id }) => id)),
      groups: new Set(groups.map(({ id }) => id)),
    }
  },

  /** Adds rows, all with the same columns. */
  async insert(db: Db, table: ClonedTableName, rows: readonly Row[]): Promise<void> {
    const [first] = rows
    if (!first) return
    const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
      db,
    )
  },
  /** Puts rows below their parents. */
  async setParents(db: Db, table: ClonedTableName, parents: Parents): Promise<void> {
    if (parents.length === 0) return
    await sql`update ${sql.table(table)} set parent_id = given.parent
      from unnest(${parents.map(({ id }) => id)}::uuid[], ${parents.map(({ parent }) => parent)}::uuid[])
        as given (id, parent)
      where ${sql.ref(`${table}.id`)} = given.id`.execute(db)
  },

  /** Makes a company a tenant on trial, whose time ends without grace. */
  insertTrial: (db: Db, { companyId, planId, days, by }: Trial) =>
    db
      .insertInto('tenants')
      .values({
        company_id: companyId,
        plan_id: planId,
        trial: true,
        grace_days: 0,
        expire_at: sql<string>`now() + make_interval(days => ${days})`,
        updated_by: JSON.stringify(by),
      })
      .execute(),
}
