import type { OidcScope } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'
import { type Actor, toOwner } from '../../../../kernel/scope.ts'

type Key = { companyId: string; userId: string; appId: string }
export type Consent = {
  app: { id: string; name: string; home: string; company: string }
  scopes: OidcScope[]
  createTime: string
  lastTime: string
}

/** What people have allowed applications. Needs platform reach, as an application may be the operator's. */
export const consentsRepository = {
  /**
   * When the person behind a session signed in, in seconds since the epoch; whether they may use the application, and whether
   * they are of the tenant that is asked about, if one is.
   */
  async askedPerson(db: Db, actor: Actor, appId: string, tenantId: string | undefined) {
    const { companyId, userId } = toOwner(actor)
    const { rows } = await sql<{ signedInAt: number; isAdmitted: boolean; isOfTenant: boolean }>`
      select floor(extract(epoch from signed_in_at))::bigint as "signedInAt",
        app_admits(${appId}, ${companyId}, ${userId}) as "isAdmitted",
        ${tenantId ?? null}::uuid is null or exists (
          select from companies where id = ${companyId} and top_id = ${tenantId ?? null}::uuid) as "isOfTenant"
      from sessions where id = ${actor.sessionId}`.execute(db)
    return rows[0]
  },
  async scopes(db: Db, { companyId, userId, appId }: Key): Promise<readonly OidcScope[]> {
    const { rows } = await sql<{ scopes: OidcScope[] }>`
      select scopes from oidc_consents where company_id = ${companyId} and user_id = ${userId} and app_id = ${appId}`.execute(
      db,
    )
    return rows[0]?.scopes ?? []
  },
  /** Adds to what was allowed before. */
  put: (
    db: Db,
    { companyId, userId, appId, appCompanyId, scopes }: Key & { appCompanyId: string; scopes: OidcScope[] },
  ) =>
    sql`insert into oidc_consents as held (company_id, user_id, app_company_id, app_id, scopes)
      values (${companyId}, ${userId}, ${appCompanyId}, ${appId}, ${scopes}::text[])
      on conflict (company_id, user_id, app_id) do update set used_at = now(),
        scopes = array(select distinct unnest(held.scopes || excluded.scopes))`.execute(db),

  async list(db: Db, { companyId, userId }: Omit<Key, 'appId'>): Promise<Consent[]> {
    const { rows } = await sql<Consent>`
      select json_build_object('id', app.id, 'name', app.name, 'home', app.home, 'company', companies.name) as app,
        held.scopes, held.created_at as "createTime", held.used_at as "lastTime"
      from oidc_consents held
        join open_apps app on app.company_id = held.app_company_id and app.id = held.app_id
        join companies on companies.id = app.company_id
      where held.company_id = ${companyId} and held.user_id = ${userId} order by held.used_at desc limit 200`.execute(
      db,
    )
    return rows
  },
  /** @returns the name of the application; undefined if there was nothing. */
  async remove(db: Db, { companyId, userId, appId }: Key): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`
      delete from oidc_consents held using open_apps app
      where held.company_id = ${companyId} and held.user_id = ${userId} and held.app_id = ${appId}
        and app.company_id = held.app_company_id and app.id = held.app_id
      returning app.name`.execute(db)
    return rows[0]?.name
  },
}
