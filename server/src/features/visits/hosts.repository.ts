import type { switchingContract } from '@atrium/contract/features/visits/visits.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import type { Door } from '../companies/index.ts'

export type LevelQuery = InputOf<typeof switchingContract.switchOrgs>['query']

/** Companies as those see them who come to act in them. Platform sight. */
export const hostsRepository = {
  /** A customer's company and what a guest finds at its door; undefined for the operator's own, the members', and no company. */
  find: (db: Db, id: string, guestId: string) =>
    db
      .selectFrom('companies')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .where('companies.id', '=', id)
      .where('companies.platform', '=', false)
      .where('companies.members', '=', false)
      .select(['companies.id', 'companies.name', sql<Door>`door_of(companies, ${guestId})`.as('door')])
      .select(sql<'allowed' | 'ask' | 'denied'>`tenants.switch_policy`.as('policy'))
      .executeTakeFirst(),

  /** Those in use directly below one of them, or at the top. */
  orgs(db: Db, companyId: string, { parent, ...query }: LevelQuery) {
    const found = db
      .selectFrom('orgs')
      .where('company_id', '=', companyId)
      .where(parent === undefined ? sql<boolean>`parent_id is null` : sql<boolean>`parent_id = ${parent}::uuid`)
      .where('status', '=', 1)
    const rows = found
      .orderBy('sort')
      .orderBy('name')
      .orderBy('id')
      .select(['id', 'name', 'id as orgId', 'company_id as companyId'])
      .select([sql<'org'>`'org'`.as('type'), sql<string>`'o:' || id`.as('onlyId')])
      .select(
        // Asked of each row alone: as `not exists` it would be answered for all of a company at once.
        sql<boolean>`coalesce((select false from orgs below
          where below.company_id = orgs.company_id and below.parent_id = orgs.id and below.status = 1 limit 1), true)`.as(
          'leaf',
        ),
      )
    return pageOf(db, query, rows, found)
  },

  org: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('orgs')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', '=', 1)
      .select(['id', 'name'])
      .executeTakeFirst(),

  /** What somebody gave as reason before, the newest first. */
  reasons: async (db: Db, home: { companyId: string; userId: string }, most: number): Promise<string[]> => {
    const rows = await db
      .selectFrom('sessions')
      .where('company_id', '=', home.companyId)
      .where('user_id', '=', home.userId)
      .where('act_reason', 'is not', null)
      .groupBy('act_reason')
      .orderBy(sql`max(created_at)`, 'desc')
      .limit(most)
      .select(sql<string>`act_reason`.as('reason'))
      .execute()
    return rows.map(({ reason }) => reason)
  },
}
export type HostCompany = NonNullable<Awaited<ReturnType<typeof hostsRepository.find>>>
