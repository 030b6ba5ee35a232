import { byName } from '../../../kernel/db/by-name.ts'
import type { Actor } from '../../../kernel/scope.ts'
import type { ReadSheetOptions } from '../../../kernel/sheets/sheet-options.ts'
import { customerCompanies } from './matching-companies.repository.ts'

const platformOnly =
  (read: ReadSheetOptions): ReadSheetOptions =>
  async (database, actor: Actor, limit) =>
    actor.platform && !actor.acting ? read(database, actor, limit) : []

/** Names of customer companies and of active plans, for the platform. */
export const companySheetOptions = {
  company: platformOnly(async (database, _actor, limit) => {
    const rows = await database.read({ reach: 'platform' }, (db) =>
      customerCompanies(db).select('companies.name').orderBy(byName('companies.name')).limit(limit).execute(),
    )
    return rows.map(({ name }) => name)
  }),
  plan: platformOnly(async (database, _actor, limit) => {
    const rows = await database.read({ reach: 'platform' }, (db) =>
      db.selectFrom('plans').where('status', '=', 1).select('name').orderBy(byName('name')).limit(limit).execute(),
    )
    return rows.map(({ name }) => name)
  }),
}
