import type { ScimToken } from '@atrium/contract/features/open/open-apps/app-scim-fields.ts'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { liveSecrets } from './live-secrets.repository.ts'
import { isLiveSecret } from './open-apps.repository.ts'

const maxListed = 50
type NewToken = { digest: Buffer; hint: string; expireTime: string | null }

/** Tokens by which applications of the acting company provision users. */
export const scimTokensRepository = {
  ...liveSecrets('open_app_scim_tokens'),
  list: (db: Db, appId: string): Promise<ScimToken[]> =>
    db
      .selectFrom('open_app_scim_tokens')
      .where('app_id', '=', appId)
      .select(['id', 'hint', 'created_at as createTime', 'created_by as createBy', 'last_used_at as lastTime'])
      .select([
        sql<ScimToken['state']>`case when revoked_at is not null then 'revoked' when expire_at <= now() then 'expired'
          when replaced_at is not null then 'rotating' else 'live' end`.as('state'),
        sql<string | null>`coalesce(revoked_at, expire_at)`.as('expireTime'),
      ])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxListed)
      .$castTo<ScimToken>()
      .execute(),
  find: (db: Db, appId: string, id: string) =>
    db
      .selectFrom('open_app_scim_tokens')
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .select(['hint', 'last_used_at as lastTime', isLiveSecret.as('isLive')])
      .executeTakeFirst(),
  async insert(db: Db, appId: string, { digest, hint, expireTime }: NewToken, by: Person): Promise<string> {
    const id = newId()
    await db
      .insertInto('open_app_scim_tokens')
      .values({
        company_id: sql<string>`acting_company()`,
        id,
        app_id: appId,
        digest,
        hint,
        expire_at: expireTime,
        created_by: JSON.stringify(by),
      })
      .execute()
    return id
  },
}
