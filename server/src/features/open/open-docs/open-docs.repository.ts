import type { SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import type { OpenApiRow } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** What a document says of an open API. */
export type DescribedApi = Pick<
  OpenApiRow,
  | ('id' | 'code' | 'name' | 'category' | 'method' | 'path' | 'apiVersion' | 'kind' | 'params' | 'request' | 'reply')
  | ('sample' | 'doc' | 'status' | 'sunset')
> & { own: { method: string; path: string } | null }

export const openDocsRepository = {
  appName: async (db: Db, id: string): Promise<string | undefined> =>
    (await db.selectFrom('open_apps').where('id', '=', id).select('name').executeTakeFirst())?.name,
  /** How an application that gets tokens of its own names its secret; undefined for one that does not. */
  tokenSecretBy: async (db: Db, id: string): Promise<SecretPlace | undefined> =>
    (
      await db
        .selectFrom('open_app_oidc')
        .where('app_id', '=', id)
        .where(sql<boolean>`'client_credentials' = any(grants)`)
        .select('secret_by as secretBy')
        .$castTo<{ secretBy: SecretPlace }>()
        .executeTakeFirst()
    )?.secretBy,
  /** Those of the APIs that are served to the acting company, by address. */
  served: (db: Db, ids: readonly string[]): Promise<DescribedApi[]> =>
    db
      .selectFrom('open_apis')
      .leftJoin('apis', 'apis.id', 'open_apis.api_id')
      .where(sql<boolean>`open_apis.id = any(${ids}::uuid[])`)
      .where(
        sql<boolean>`(status = 'online' or status = 'deprecated' and (sunset_at is null or sunset_at > now()))
          and (audience = 'all' or (select platform from companies where id = acting_company()))`,
      )
      .select([
        'open_apis.id',
        'open_apis.code',
        'open_apis.name',
        'category',
        'open_apis.method',
        'open_apis.path',
        'api_version as apiVersion',
        'open_apis.kind',
        'params',
        'request_schema as request',
        'reply_schema as reply',
        'sample',
        'doc',
        'open_apis.status',
        'sunset_at as sunset',
        sql`case when apis.id is not null then json_build_object('method', apis.method, 'path', apis.path) end`.as(
          'own',
        ),
      ])
      .orderBy('open_apis.path')
      .orderBy('open_apis.method')
      .$castTo<DescribedApi>()
      .execute(),
}
