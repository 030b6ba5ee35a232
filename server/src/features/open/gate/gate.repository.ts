import type { OpenApiKind, OpenApiMethod, OpenParam } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Times are milliseconds since the epoch, so that a check compares numbers. */
export type StoredGateApp = {
  id: string
  companyId: string
  name: string
  appKey: string
  ownerId: string | null
  networks: readonly string[]
  perMinute: number | null
  perDay: number | null
  expireAt: number | null
  locked: boolean
  secrets: readonly { id: string; sealed: string; expireAt: number | null }[]
  grants: readonly StoredGateGrant[]
}
export type StoredGateGrant = {
  apiId: string
  perMinute: number | null
  perDay: number | null
  startAt: number | null
  expireAt: number | null
}
export type StoredGateApi = {
  id: string
  method: OpenApiMethod
  path: string
  kind: OpenApiKind
  target: string
  /** Where trials are forwarded; empty: nowhere. */
  sandbox: string
  params: readonly OpenParam[]
  perMinute: number | null
  perDay: number | null
  forPlatform: boolean
  deprecatedAt: number | null
  sunsetAt: number | null
  own: { method: string; path: string } | null
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

/** Reads the gate makes once a second at most. */
export const gateRepository = {
  /** An application with its valid secrets and its grants. */
  async findApp(db: Db, appKey: string): Promise<StoredGateApp | undefined> {
    const { rows } = await sql<StoredGateApp>`
      select app.id, app.company_id as "companyId", app.name, app.app_key as "appKey", app.owner_id as "ownerId", app.networks,
        app.rate_per_minute as "perMinute", app.quota_per_day as "perDay", ${ms('app.expire_at')} as "expireAt",
        app.locked_at is not null as locked,
        coalesce((select json_agg(json_build_object('id', secret.id, 'sealed', secret.sealed, 'expireAt', ${ms('secret.expire_at')})
            order by secret.created_at desc)
          from open_app_secrets secret where secret.company_id = app.company_id and secret.app_id = app.id
            and revoked_at is null and (expire_at is null or expire_at > now())), '[]') as secrets,
        coalesce((select json_agg(json_build_object('apiId', api_id, 'perMinute', held.rate_per_minute,
            'perDay', held.quota_per_day, 'startAt', ${ms('held.start_at')}, 'expireAt', ${ms('held.expire_at')}))
          from open_app_apis held where held.company_id = app.company_id and held.app_id = app.id), '[]') as grants
      from open_apps app where app.app_key = ${appKey}`.execute(db)
    return rows[0]
  },
  /** All APIs that are served. */
  async listApis(db: Db): Promise<StoredGateApi[]> {
    const { rows } = await sql<StoredGateApi>`
      select open_apis.id, open_apis.method, open_apis.path, kind, target, sandbox, params, rate_per_minute as "perMinute",
        quota_per_day as "perDay", audience = 'platform' as "forPlatform", ${ms('deprecated_at')} as "deprecatedAt",
        ${ms('sunset_at')} as "sunsetAt",
        case when apis.id is not null then json_build_object('method', apis.method, 'path', apis.path) end as own
      from open_apis left join apis on apis.id = open_apis.api_id
      where open_apis.status in ('online', 'deprecated')`.execute(db)
    return rows
  },
}
