import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { CompanyAdmission } from '../../tenancy/tenants/index.ts'

type PersonStatus = { name: string; account: string; standing: number; admission: CompanyAdmission }

export const incidentStatusRepository = {
  /** Current status of a user of the acting company; undefined for guests and deleted users. */
  person: async (db: Db, userId: string): Promise<PersonStatus | undefined> =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('users.company_id', '=', sql<string>`acting_company()`)
      .where('users.id', '=', userId)
      .where('users.deleted_at', 'is', null)
      .select(['users.name', 'users.account'])
      .select([
        sql<number>`status_of(users)`.as('standing'),
        sql<CompanyAdmission>`admission_of(companies, users.id)`.as('admission'),
      ])
      .executeTakeFirst(),

  /** A session of the acting company; undefined for a guest's, which belongs to their home. */
  session: (db: Db, id: string) =>
    db
      .selectFrom('sessions')
      .where('company_id', '=', sql<string>`acting_company()`)
      .where('id', '=', id)
      .select(['created_at as startTime', 'last_seen_at as lastTime', 'ended_at as endTime', 'end_reason as endReason'])
      .select(['device_name as deviceName', 'agent', 'ip', 'method'])
      .select([
        sql<boolean>`now() >= idle_expires_at`.as('isIdle'),
        sql<boolean>`now() >= absolute_expires_at`.as('isOver'),
      ])
      .executeTakeFirst(),

  /** The acting company's plan, if its tenant has one, and its admission for users other than administrators. */
  company: async (db: Db) => {
    const acting = db
      .selectFrom('companies')
      .leftJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .leftJoin('plans', 'plans.id', 'tenants.plan_id')
      .where('companies.id', '=', sql<string>`acting_company()`)
    return acting
      .select([
        'companies.name',
        'plans.name as plan',
        sql<CompanyAdmission>`admission_of(companies, null)`.as('admission'),
      ])
      .executeTakeFirstOrThrow()
  },
}
