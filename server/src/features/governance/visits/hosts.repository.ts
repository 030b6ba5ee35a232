import type { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { CompanyAdmission } from '../../tenancy/tenants/index.ts'

export type LevelQuery = InputOf<typeof switchingContract.switchOrgs>['query']

/** Companies as visiting operators see them. Requires platform reach. */
export const hostsRepository = {
  /**
   * A customer company and its admission of a guest; undefined for the platform's company, the members' company and
   * unknown ids.
   */
  find: (db: Db, id: string, guestId: string) =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .where('companies.id', '=', id)
      .where('companies.platform', '=', false)
      .where('companies.members', '=', false)
      .select([
        'companies.id',
        'companies.name',
        sql<CompanyAdmission>`admission_of(companies, ${guestId})`.as('admission'),
      ])
      .select(sql<'allowed' | 'ask' | 'denied'>`tenants.switch_policy`.as('policy'))
      .executeTakeFirst(),

  /** Enabled organisations directly below a parent, or at the top. */
  listOrganizations(db: Db, companyId: string, { parent, ...query }: LevelQuery) {
    const found = db
      .selectFrom('orgs')
      .where('company_id', '=', companyId)
      .where(parent === undefined ? sql<boolean>`parent_id is null` : sql<boolean>`parent_id = ${parent}::uuid`)
      .where('status', '=', 1)
    const rows = found
      .orderBy('sort')
      .orderBy(byName('name'))
      .orderBy('id')
      .select(['id', 'name', 'id as orgId', 'company_id as companyId'])
      .select([sql<'org'>`'org'`.as('type'), sql<string>`'o:' || id`.as('onlyId')])
      .select(
        // A scalar subquery per row: the planner would evaluate `not exists` for the whole company at once.
        sql<boolean>`coalesce((select false from orgs below
          where below.company_id = orgs.company_id and below.parent_id = orgs.id and below.status = 1 limit 1), true)`.as(
          'leaf',
        ),
      )
    return fetchPage(db, query, rows, found)
  },

  findOrganization: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('orgs')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', '=', 1)
      .select(['id', 'name'])
      .executeTakeFirst(),

  /** The user's previous reasons, newest first. */
  findRecentReasons: async (db: Db, home: { companyId: string; userId: string }, max: number): Promise<string[]> => {
    const rows = await db
      .selectFrom('sessions')
      .where('company_id', '=', home.companyId)
      .where('user_id', '=', home.userId)
      .where('act_reason', 'is not', null)
      .groupBy('act_reason')
      .orderBy(sql`max(created_at)`, 'desc')
      .limit(max)
      .select(sql<string>`act_reason`.as('reason'))
      .execute()
    return rows.map(({ reason }) => reason)
  },
}
export type HostCompany = NonNullable<Awaited<ReturnType<typeof hostsRepository.find>>>
