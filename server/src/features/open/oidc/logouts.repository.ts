import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Longer than an attempt may take; then another node makes it. */
const leaseSeconds = 20

/** An ended sign-in that an application is to be told. */
export type Logout = {
  companyId: string
  appId: string
  grantKey: Buffer
  userId: string
  /** The present attempt included. */
  tries: number
  appKey: string
  /** Where it is told; empty if nowhere any more. */
  uri: string
}

const keyOf = ({ companyId, appId, grantKey }: Logout) =>
  sql`company_id = ${companyId} and app_id = ${appId} and grant_key = ${grantKey}`

/** Needs platform reach. */
export const logoutsRepository = {
  /** Leases due ones, of each application so many; nodes get different ones. In: applications that have enough under way. */
  async claim(db: Db, limit: number, perApp: number, busy: readonly string[]): Promise<Logout[]> {
    const { rows } = await sql<Logout>`
      with due as (
        select company_id, app_id, grant_key from oidc_logouts
        where (company_id, app_id, grant_key) in (
          select company_id, app_id, grant_key from (
            select *, row_number() over (partition by app_id order by due_at) as place from (
              select * from oidc_logouts where due_at <= now() and app_id <> all(${busy}::uuid[]) order by due_at limit 5000
            ) as first) as placed
          where place <= ${perApp} limit ${limit})
        for update skip locked)
      update oidc_logouts waiting set tries = tries + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
      from due join open_apps app on app.company_id = due.company_id and app.id = due.app_id
        join open_app_oidc oidc on oidc.company_id = app.company_id and oidc.app_id = app.id
      where waiting.company_id = due.company_id and waiting.app_id = due.app_id and waiting.grant_key = due.grant_key
        and waiting.due_at <= now()
      returning waiting.company_id as "companyId", waiting.app_id as "appId", waiting.grant_key as "grantKey",
        waiting.user_id as "userId", waiting.tries, app.app_key as "appKey", oidc.backchannel_uri as uri`.execute(db)
    return rows
  },
  remove: (db: Db, logout: Logout) => sql`delete from oidc_logouts where ${keyOf(logout)}`.execute(db),
  postpone: (db: Db, logout: Logout, seconds: number) =>
    sql`update oidc_logouts set due_at = now() + make_interval(secs => ${seconds}) where ${keyOf(logout)}`.execute(db),
}
