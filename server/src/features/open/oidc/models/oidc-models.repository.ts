import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'
import * as conditions from './model-conditions.ts'

/** Who a grant is for, for which application, and the sign-in that it lives as long as. */
export type GrantOwner = { companyId: string; userId: string; appId: string; sessionId: string }
export type StoredModel = { sealed: string; consumed: boolean }

const isCurrent = sql.raw(conditions.isCurrent)
const isConsumed = sql.raw(conditions.isConsumed)
const isLiveGrant = sql.raw(conditions.isLiveGrant)

/** Removes grants. Applications hear of those whose sign-in goes on; its end tells them of the others. */
const endGrants = (which: RawBuilder<unknown>) =>
  sql<{ sessionId: string }>`with gone as (
      delete from oidc_models where ${which} and ${isCurrent} and kind = 'Grant' returning key, user_id, app_id, session_id, issuer),
    notified as (
      insert into oidc_logouts (company_id, app_id, grant_key, user_id, issuer)
      select app.company_id, app.app_id, gone.key, gone.user_id, gone.issuer
      from gone
        join open_app_oidc app on app.app_id = gone.app_id and app.backchannel_uri <> ''
        join sessions on sessions.id = gone.session_id and sessions.ended_at is null
      on conflict do nothing)
    select session_id as "sessionId" from gone`

/** What the provider has issued. Needs platform reach. */
export const oidcModelsRepository = {
  async findByUid(db: Db, uidKey: Buffer): Promise<StoredModel | undefined> {
    const { rows } = await sql<StoredModel>`
      select sealed, ${isConsumed} as consumed from oidc_models
      where uid_key = ${uidKey} and ${isCurrent} order by id desc limit 1`.execute(db)
    return rows[0]
  },
  async remove(db: Db, key: Buffer): Promise<void> {
    await sql`delete from oidc_models where key = ${key} and ${isCurrent}`.execute(db)
  },
  /**
   * Removes a grant; its application is to be notified.
   * @returns the sign-in behind it
   */
  async removeGrant(db: Db, key: Buffer): Promise<string | undefined> {
    const { rows } = await endGrants(sql`key = ${key}`).execute(db)
    return rows[0]?.sessionId
  },
  /**
   * Removes a grant and all others that the sign-in behind it has given the application.
   * @returns that sign-in
   */
  async leave(db: Db, key: Buffer): Promise<string | undefined> {
    const { rows } = await endGrants(sql`(session_id, app_id) = (
      select session_id, app_id from oidc_models where key = ${key} and ${isCurrent} and kind = 'Grant')`).execute(db)
    return rows[0]?.sessionId
  },
  removeByGrant: (db: Db, kind: string, grantKey: Buffer) =>
    sql`delete from oidc_models where grant_key = ${grantKey} and kind = ${kind} and ${isCurrent}`.execute(db),
  /**
   * Ends what a person has granted an application, which is to be notified. Tokens are worthless without their grant.
   */
  removeGrants: (db: Db, { companyId, userId, appId }: Omit<GrantOwner, 'sessionId'>) =>
    endGrants(sql`company_id = ${companyId} and user_id = ${userId} and app_id = ${appId}`).execute(db),

  /** The owner of a live grant. */
  async findOwner(db: Db, key: Buffer): Promise<GrantOwner | undefined> {
    const { rows } = await sql<GrantOwner>`
      select company_id as "companyId", user_id as "userId", app_id as "appId", session_id as "sessionId"
      from oidc_models where key = ${key} and ${isCurrent} and kind = 'Grant' and ${isLiveGrant}`.execute(db)
    return rows[0]
  },
  /** Whether one of the grants is live. */
  async isAnyLive(db: Db, keys: readonly Buffer[]): Promise<boolean> {
    const { rows } = await sql<{ live: boolean }>`
      select exists (select from oidc_models where key = any(${keys}::bytea[]) and ${isCurrent} and ${isLiveGrant}) as live`.execute(
      db,
    )
    return rows[0]?.live === true
  },
}
