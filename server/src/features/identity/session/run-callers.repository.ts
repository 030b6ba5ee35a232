import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { callerColumns } from './callers.repository.ts'

export const runCallersRepository = {
  /** A user with their current status and the versions of their rights. Needs platform reach. */
  find: (db: Db, { companyId, userId }: { companyId: string; userId: string }) =>
    db
      .selectFrom('users')
      .leftJoin('users as principal', (join) =>
        join
          .onRef('principal.company_id', '=', 'users.principal_company_id')
          .onRef('principal.id', '=', 'users.principal_id'),
      )
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .leftJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .leftJoin('plans', 'plans.id', 'tenants.plan_id')
      .innerJoin('registry_epoch', (join) => join.onTrue())
      .where('users.company_id', '=', companyId)
      .where('users.id', '=', userId)
      .select(callerColumns)
      .executeTakeFirst(),

  /** Whether a session still acts in a company: it has not been ended, and its time is not up. */
  isVisiting: async (db: Db, sessionId: string, companyId: string): Promise<boolean> => {
    const visit = db
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .where('act_company_id', '=', companyId)
      .where('ended_at', 'is', null)
      .where('act_until', '>', sql<string>`now()`)
    return (await visit.select('id').executeTakeFirst()) !== undefined
  },
}
