import type { CompaniesExport } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { Db } from '../../../kernel/db/database.ts'

/** Names of the plan and the parent that a filter asks for. */
export const findFilterNames = async (db: Db, { 'f.planId': planId, 'f.parent': parent }: CompaniesExport) => {
  const nameIn = async (table: 'plans' | 'companies', id: string | undefined) => {
    if (id === undefined) return undefined
    return (await db.selectFrom(table).where('id', '=', id).select('name').executeTakeFirst())?.name
  }
  return { planId: await nameIn('plans', planId), parent: await nameIn('companies', parent) }
}
