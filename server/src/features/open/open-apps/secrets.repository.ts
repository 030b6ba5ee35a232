import type { OpenAppSecret, SecretImpact } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { startOfDay } from '../open-apis/index.ts'
import { liveSecrets } from './live-secrets.repository.ts'
import { callFacts, isLiveSecret } from './open-apps.repository.ts'

/** Addresses named before a secret ends. */
const maxAddresses = 10
type NewSecret = { sealed: string; hint: string; expireTime: string | null }

const live = liveSecrets('open_app_secrets')

export const secretsRepository = {
  ...live,
  list: (db: Db, appId: string): Promise<OpenAppSecret[]> =>
    db
      .selectFrom('open_app_secrets as secret')
      .where('secret.app_id', '=', appId)
      .select([
        'secret.id',
        'hint',
        sql<OpenAppSecret['state']>`case when revoked_at is not null then 'revoked'
          when expire_at <= now() then 'expired' when replaced_at is not null then 'rotating' else 'live' end`.as(
          'state',
        ),
        'created_at as createTime',
        'created_by as createBy',
        'expire_at as expireTime',
        'revoked_at as endTime',
        'last_used_at as lastTime',
        sql<number>`coalesce((select sum(calls) from open_call_sums sums where sums.company_id = secret.company_id
          and sums.app_id = secret.app_id and sums.hour >= ${startOfDay} and sums.signer_id = secret.id), 0)`.as(
          'callsToday',
        ),
      ])
      .orderBy('created_at', 'desc')
      .orderBy('secret.id', 'desc')
      .limit(50)
      .$castTo<OpenAppSecret>()
      .execute(),
  find: (db: Db, appId: string, id: string) =>
    db
      .selectFrom('open_app_secrets')
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .select(['hint', isLiveSecret.as('isLive')])
      .executeTakeFirst(),
  async insert(db: Db, appId: string, { sealed, hint, expireTime }: NewSecret, by: Person): Promise<string> {
    const id = newId()
    await db
      .insertInto('open_app_secrets')
      .values({
        company_id: sql<string>`acting_company()`,
        id,
        app_id: appId,
        sealed,
        hint,
        expire_at: expireTime,
        created_by: JSON.stringify(by),
      })
      .execute()
    return id
  },
  async impact(db: Db, appId: string, { id, hint }: { id: string; hint: string }): Promise<SecretImpact> {
    const called = await db
      .selectFrom('open_call_sums')
      .where('app_id', '=', appId)
      .where('signer_id', '=', id)
      .where('hour', '>=', sql<string>`date_trunc('hour', now()) - interval '24 hours'`)
      .select([callFacts.calls.as('calls'), callFacts.active.as('active')])
      .executeTakeFirstOrThrow()
    const addresses = await db
      .selectFrom('open_call_logs')
      .where('app_id', '=', appId)
      .where('signer_id', '=', id)
      .where(
        sql<boolean>`called_at >= date_trunc('hour', now()) - interval '24 hours' and called_at < date_trunc('hour', now())`,
      )
      .select('ip')
      .distinct()
      .orderBy('ip')
      .limit(maxAddresses)
      .execute()
    const remaining = (await live.countLive(db, appId)) - 1
    return { hint, ...called, addresses: addresses.map(({ ip }) => ip), remaining }
  },
}
