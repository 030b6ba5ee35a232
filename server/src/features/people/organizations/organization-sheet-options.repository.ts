import type { ReadSheetOptions } from '../../../kernel/sheets/sheet-options.ts'
import { organizationPath } from '../../access/authorization/index.ts'

/** Organisations with those above them: 总公司 / 财务部. */
export const organizationSheetOptions: ReadSheetOptions = async (database, { companyId }, limit) => {
  const rows = await database.read({ reach: 'company', companyId }, (db) =>
    db
      .selectFrom('orgs')
      .where('orgs.company_id', '=', companyId)
      .where('orgs.status', '=', 1)
      .select(organizationPath.as('path'))
      .orderBy('orgs.path')
      .limit(limit)
      .execute(),
  )
  return rows.map(({ path }) => path)
}
