import { ticketSeconds } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

type AppKey = { companyId: string; id: string }
/** A user as a ticket finds them now. */
export type TicketUser = {
  userId: string
  companyId: string
  companyName: string
  members: boolean
  recognized: boolean
  account: string
  name: string
  phone: string | null
  email: string | null
  /** Whether they could sign in now, with the account of another company if it is that of a member. */
  active: boolean
}

const isValid = sql<boolean>`expires_at > now()
  and exists (select from sessions where sessions.id = sso_tickets.session_id and sessions.ended_at is null)`

/** Tickets by the digest of their text. Requires platform reach. */
export const ticketsRepository = {
  insert: (db: Db, digest: Buffer, app: AppKey, { companyId, userId }: Owner, sessionId: string) =>
    db
      .insertInto('sso_tickets')
      .values({
        digest,
        app_company_id: app.companyId,
        app_id: app.id,
        user_company_id: companyId,
        user_id: userId,
        session_id: sessionId,
        expires_at: sql<string>`now() + make_interval(secs => ${ticketSeconds})`,
      })
      .execute(),

  /** Uses a ticket of this application up; undefined if there is no valid one. Of parallel calls, one gets it. */
  async take(db: Db, digest: Buffer, app: AppKey): Promise<Owner | undefined> {
    const taken = await db
      .deleteFrom('sso_tickets')
      .where('digest', '=', digest)
      .where('app_company_id', '=', app.companyId)
      .where('app_id', '=', app.id)
      .returning(['user_company_id as companyId', 'user_id as userId', isValid.as('valid')])
      .executeTakeFirst()
    return taken?.valid ? taken : undefined
  },

  findUser: (db: Db, { companyId, userId }: Owner): Promise<TicketUser | undefined> =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .leftJoin('enterprises', 'enterprises.company_id', 'users.company_id')
      .leftJoin('users as principal', (join) =>
        join
          .onRef('principal.company_id', '=', 'users.principal_company_id')
          .onRef('principal.id', '=', 'users.principal_id'),
      )
      .where('users.company_id', '=', companyId)
      .where('users.id', '=', userId)
      .select(['users.id as userId', 'companies.id as companyId', 'companies.name as companyName', 'companies.members'])
      .select(['users.account', 'users.name', 'users.phone', 'users.email'])
      .select([
        sql<boolean>`coalesce(enterprises.state = 'recognized', false)`.as('recognized'),
        sql<boolean>`status_of(users) = 1 and (principal.id is null or status_of(principal) = 1)
          and admission_of(companies, users.id) in ('open', 'readOnly')`.as('active'),
      ])
      .executeTakeFirst(),
}
