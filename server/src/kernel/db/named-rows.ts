import { type RawBuilder, sql } from 'kysely'
import type { ResolveReferences } from '../sheets/imported-rows.ts'
import type { ReadSheetOptions } from '../sheets/sheet-options.ts'
import { byName } from './by-name.ts'
import type { ModuleTables } from './database.ts'

type Found = { id: string; name: string }
/** Rows of a module's entity, which other rows name by their ids, and cells of sheets by their names. */
export type NamedRows = {
  named(ids: readonly string[]): RawBuilder<Found>
  /** Entries of drop-downs: `sheetOptions` of a feature. */
  options: ReadSheetOptions
  /** What cells say: `sheetReferences` of a feature. */
  resolve: ResolveReferences
}
/**
 * The rows of a table that have a unique name, as rows of other tables refer to them.
 *
 * @param table - as `assets.categories`; all rows of the company are offered
 */
export const namedRows = (table: keyof ModuleTables & string): NamedRows => {
  const rows = sql.table(table)
  return {
    named: (ids) => sql`select id, name from ${rows} where id = any(${ids}::uuid[]) limit ${ids.length}`,
    options: (database, { companyId }, limit) =>
      database.read({ reach: 'company', companyId }, async (db) => {
        const found = await sql<Found>`select name from ${rows} order by ${byName('name')} limit ${limit}`.execute(db)
        return found.rows.map(({ name }) => name)
      }),
    async resolve({ db }, _by, names) {
      const found = await sql<Found>`
        select id, name from ${rows} where name = any(${names}) limit ${names.length}`.execute(db)
      return new Map(found.rows.map(({ id, name }) => [name, id]))
    },
  }
}
