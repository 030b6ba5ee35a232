import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { companyStatus, containsIndexedText, customerCompanies } from './matching-companies.repository.ts'

/** Matches among which the best are chosen. */
const maxRanked = 50

/**
 * Customer companies that match a search as in their list, at most `max`, names that begin with it first. Requires
 * platform reach.
 */
export const findCompanyHits = (db: Db, search: string, max: number) => {
  const found = customerCompanies(db).where(containsIndexedText(search)).select('companies.id').limit(maxRanked)
  return db
    .selectFrom('companies')
    .leftJoin('companies as above', 'above.id', 'companies.parent_id')
    .where(sql<boolean>`companies.id = any(array(${found}))`)
    .orderBy(sql`starts_with(lower(companies.name), lower(${search}))`, 'desc')
    .orderBy(sql`length(companies.name)`)
    .orderBy('companies.id')
    .limit(max)
    .select(['companies.id', 'companies.name', 'companies.code', companyStatus.as('status')])
    .select(sql<string>`coalesce(above.name, '')`.as('place'))
    .execute()
}
