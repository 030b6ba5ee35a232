import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

/** The language of people. Requires platform reach. */
export const languagesRepository = {
  /** What a person has chosen with their account, wherever they work, or else the default of their company's tenant. */
  async ofPerson(db: Db, { companyId, userId }: Owner): Promise<string | undefined> {
    const found = await db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .leftJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .leftJoin('users as principal', (join) =>
        join
          .onRef('principal.company_id', '=', 'users.principal_company_id')
          .onRef('principal.id', '=', 'users.principal_id'),
      )
      .where('users.company_id', '=', companyId)
      .where('users.id', '=', userId)
      .select(sql<string | null>`coalesce(principal.language, users.language, tenants.language)`.as('language'))
      .executeTakeFirst()
    return found?.language ?? undefined
  },

  /** The default of a company's tenant. */
  async ofCompany(db: Db, companyId: string): Promise<string | undefined> {
    const found = await db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .where('companies.id', '=', companyId)
      .select('tenants.language')
      .executeTakeFirst()
    return found?.language ?? undefined
  },
}
