import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Door } from '../companies/index.ts'

type Standing = { name: string; account: string; standing: number; door: Door }

export const incidentStandingRepository = {
  /** Somebody of the company at hand as he stands now; undefined for guests and whoever is gone. */
  person: async (db: Db, userId: string): Promise<Standing | undefined> =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('users.company_id', '=', sql<string>`acting_company()`)
      .where('users.id', '=', userId)
      .where('users.deleted_at', 'is', null)
      .select(['users.name', 'users.account'])
      .select([sql<number>`standing_of(users)`.as('standing'), sql<Door>`door_of(companies, users.id)`.as('door')])
      .executeTakeFirst(),

  /** A session of the company at hand; undefined for a guest’s, which is of his own. */
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

  /** The plan of the company at hand, if its tenant has one, and how its door stands for whoever is not its administrator. */
  company: async (db: Db) => {
    const acting = db
      .selectFrom('companies')
      .leftJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .leftJoin('plans', 'plans.id', 'tenants.plan_id')
      .where('companies.id', '=', sql<string>`acting_company()`)
    return acting
      .select(['companies.name', 'plans.name as plan', sql<Door>`door_of(companies, null)`.as('door')])
      .executeTakeFirstOrThrow()
  },
}
