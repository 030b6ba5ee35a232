import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'

/** Longer than an attempt may take; then another node makes it. */
const leaseSeconds = 20

/** An ended sign-in that an application is to be notified of. */
export type Logout = {
  companyId: string
  appId: string
  grantKey: Buffer
  userId: string
  /** The present attempt included. */
  tries: number
  appKey: string
  /** Who signed the person in. */
  issuer: string
  /** Where it is notified; empty if nowhere any more. */
  uri: string
}

/** How many of an application are under way. */
type InFlight = Pick<Logout, 'companyId' | 'appId'> & { many: number }
type Claim = { limit: number; perCompany: number; perApp: number; busy: readonly InFlight[] }

/** Applications with something to be notified of, by leaps through an index: a long queue of one is not read. */
const apps = sql`apps as (
  (select company_id, app_id from oidc_logouts order by company_id, app_id limit 1)
  union all
  select next.company_id, next.app_id from apps cross join lateral (
    select company_id, app_id from oidc_logouts waiting
    where (waiting.company_id, waiting.app_id) > (apps.company_id, apps.app_id)
    order by company_id, app_id limit 1) as next)`

const whereKey = ({ companyId, appId, grantKey }: Logout) =>
  sql`company_id = ${companyId} and app_id = ${appId} and grant_key = ${grantKey}`

/** Needs platform reach. */
export const logoutsRepository = {
  /** Leases due ones; nodes get different ones. Neither an application nor a company gets more than its places. */
  async claim(db: Db, { limit, perCompany, perApp, busy }: Claim): Promise<Logout[]> {
    const { rows } = await sql<Logout>`
      with recursive
      ${apps},
      busy as materialized (
        select * from unnest(${busy.map(({ companyId }) => companyId)}::uuid[], ${busy.map(({ appId }) => appId)}::uuid[],
          ${busy.map(({ many }) => many)}::int[]) as busy (company_id, app_id, many)),
      due as materialized (
        select ended.* from (
          select company_id, array_agg(app_id order by random()) as apps, ${perCompany} - coalesce((
            select sum(many) from busy where busy.company_id = apps.company_id), 0) as free
          from apps group by company_id order by random()) as companies
        cross join lateral (
          select ended.* from unnest(companies.apps) as turn (app_id)
          cross join lateral (
            select ${perApp} - coalesce((select many from busy where busy.app_id = turn.app_id), 0) as free) as places
          cross join lateral (
            select company_id, app_id, grant_key from oidc_logouts
            where company_id = companies.company_id and app_id = turn.app_id and due_at <= now()
            order by due_at limit greatest(places.free, 0) for update skip locked) as ended
          limit greatest(companies.free, 0)) as ended
        limit ${limit})
      update oidc_logouts waiting set tries = tries + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
      from due join open_apps app on app.company_id = due.company_id and app.id = due.app_id
        join open_app_oidc oidc on oidc.company_id = app.company_id and oidc.app_id = app.id
      where waiting.company_id = due.company_id and waiting.app_id = due.app_id and waiting.grant_key = due.grant_key
      returning waiting.company_id as "companyId", waiting.app_id as "appId", waiting.grant_key as "grantKey",
        waiting.user_id as "userId", waiting.tries, waiting.issuer, app.app_key as "appKey", oidc.backchannel_uri as uri`.execute(
      db,
    )
    return rows
  },
  /** Who answers for the application; undefined if no one does. */
  async findOwner(db: Db, { companyId, appId }: Logout) {
    const { rows } = await sql<{ account: string; app: string; company: string }>`
      select users.account, app.name as app, companies.name as company
      from open_apps app
        join users on users.company_id = app.company_id and users.id = app.owner_id
        join companies on companies.id = app.company_id
      where app.company_id = ${companyId} and app.id = ${appId}`.execute(db)
    return rows[0]
  },
  remove: (db: Db, logout: Logout) => sql`delete from oidc_logouts where ${whereKey(logout)}`.execute(db),
  postpone: (db: Db, logout: Logout, seconds: number) =>
    sql`update oidc_logouts set due_at = now() + make_interval(secs => ${seconds}) where ${whereKey(logout)}`.execute(
      db,
    ),
}
