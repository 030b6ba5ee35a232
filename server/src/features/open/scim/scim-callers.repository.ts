import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** A live token with what its application may provision. Times are milliseconds since the epoch. */
export type ScimToken = {
  id: string
  appId: string
  appKey: string
  expireAt: number | null
  enabled: boolean
  orgId: string | null
  /** Whether its last use is to be stored again. */
  isStale: boolean
}

/** Reads of tokens, made once a second at most. */
export const scimCallersRepository = {
  async findToken(db: Db, digest: Buffer): Promise<ScimToken | undefined> {
    const { rows } = await sql<ScimToken>`
      select token.id, token.app_id as "appId", app.app_key as "appKey",
        (extract(epoch from token.expire_at) * 1000)::bigint as "expireAt",
        coalesce(settings.enabled, false) as enabled, settings.org_id as "orgId",
        token.last_used_at is null or token.last_used_at < now() - interval '1 minute' as "isStale"
      from open_app_scim_tokens token
        join open_apps app on app.company_id = token.company_id and app.id = token.app_id
        left join open_app_scim settings on settings.company_id = token.company_id and settings.app_id = token.app_id
      where token.digest = ${digest} and token.revoked_at is null
        and (token.expire_at is null or token.expire_at > now())`.execute(db)
    return rows[0]
  },
  touch: (db: Db, id: string) =>
    db.updateTable('open_app_scim_tokens').set({ last_used_at: sql<string>`now()` }).where('id', '=', id).execute(),
}
