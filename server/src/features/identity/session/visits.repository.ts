import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { CompanyAdmission } from '../../tenancy/tenants/index.ts'

export const visitsRepository = {
  /** The visit of a session, with the current state of the visited company. Needs platform reach. */
  find: (db: Db, sessionId: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('companies', 'companies.id', 'sessions.act_company_id')
      .innerJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .innerJoin('plans', 'plans.id', 'tenants.plan_id')
      .leftJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'sessions.act_company_id').onRef('orgs.id', '=', 'sessions.act_org_id'),
      )
      .where('sessions.id', '=', sessionId)
      .select([
        'companies.id as companyId',
        'companies.name as companyName',
        'orgs.path as orgPath',
        sql<string>`sessions.parent_id`.as('homeSessionId'),
        sql<string>`coalesce(orgs.id::text, '')`.as('orgId'),
        sql<string>`coalesce(orgs.name, '')`.as('orgName'),
        sql<'view' | 'manage'>`sessions.act_mode`.as('mode'),
        sql<string>`sessions.act_reason`.as('reason'),
        sql<string>`sessions.act_until`.as('until'),
        sql<CompanyAdmission>`admission_of(companies, sessions.user_id)`.as('admission'),
        sql<'allowed' | 'ask' | 'denied'>`tenants.switch_policy`.as('policy'),
        sql<string>`concat_ws('.', companies.epoch, tenants.version, plans.version)`.as('epoch'),
      ])
      .executeTakeFirst(),
}
