import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { maxRankedHits } from '../../../kernel/db/searches.ts'
import { companyStatus, containsIndexedText, customerCompanies } from './matching-companies.repository.ts'

/**
 * Customer companies that match a search as in their list, at most `max`, names that begin with it first. Requires
 * platform reach.
 */
export const findCompanyHits = (db: Db, search: string, max: number) => {
  const found = customerCompanies(db).where(containsIndexedText(search)).select('companies.id').limit(maxRankedHits)
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

const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name, extra: {} })
/** Customer companies as options of an autocomplete field; the newest first without a keyword. Requires platform reach. */
export const companyOptions = (db: Db) => {
  const rows = customerCompanies(db).select(['companies.id', 'companies.name'])
  return {
    async one(id: string) {
      const company = await rows.where('companies.id', '=', id).executeTakeFirst()
      return company && toOption(company)
    },
    async matching(keyword: string, limit: number) {
      if (keyword !== '') return (await findCompanyHits(db, keyword, limit)).map(toOption)
      const newest = rows.orderBy('companies.created_at', 'desc').orderBy('companies.id').limit(limit)
      return (await newest.execute()).map(toOption)
    },
  }
}
