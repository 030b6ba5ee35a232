import { byName } from '../../../kernel/db/by-name.ts'
import type { ReadSheetOptions } from '../../../kernel/sheets/sheet-options.ts'

/** Names of active roles. */
export const roleSheetOptions: ReadSheetOptions = async (database, { companyId }, limit) => {
  const rows = await database.read({ reach: 'company', companyId }, (db) =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where('status', '=', 1)
      .select('name')
      .orderBy(byName('name'))
      .limit(limit)
      .execute(),
  )
  return rows.map(({ name }) => name)
}
