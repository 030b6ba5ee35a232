import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

export type Stage = 'signIn' | 'link' | 'prove'
type Attempt = {
  key: Buffer
  browserHash: Buffer
  provider: { companyId: string; id: string }
  stage: Stage
  /** Who links. */
  owner: Owner | null
  sealed: string
}
const minutes = 10

export const attemptsRepository = {
  insert: (db: Db, { key, browserHash, provider, stage, owner, sealed }: Attempt) =>
    db
      .insertInto('identity_attempts')
      .values({
        key,
        browser_hash: browserHash,
        stage,
        sealed,
        provider_company_id: provider.companyId,
        provider_id: provider.id,
        user_company_id: owner?.companyId ?? null,
        user_id: owner?.userId ?? null,
        expires_at: sql<string>`now() + make_interval(mins => ${minutes})`,
      })
      .execute(),

  /** Takes the attempt that this browser began, so that it is used once. Of two parallel calls, one gets it. */
  take: (db: Db, { key, browserHash, stage }: Pick<Attempt, 'key' | 'browserHash' | 'stage'>) =>
    db
      .deleteFrom('identity_attempts')
      .where('key', '=', key)
      .where('browser_hash', '=', browserHash)
      .where('stage', '=', stage)
      .where('expires_at', '>', sql<string>`now()`)
      .returning(['provider_id as providerId', 'user_company_id as userCompanyId', 'user_id as userId', 'sealed'])
      .executeTakeFirst(),
  /** The same, without taking it. */
  find: (db: Db, { key, browserHash, stage }: Pick<Attempt, 'key' | 'browserHash' | 'stage'>) =>
    db
      .selectFrom('identity_attempts')
      .where('key', '=', key)
      .where('browser_hash', '=', browserHash)
      .where('stage', '=', stage)
      .where('expires_at', '>', sql<string>`now()`)
      .select(['provider_id as providerId', 'sealed'])
      .executeTakeFirst(),
  remove: (db: Db, key: Buffer) => db.deleteFrom('identity_attempts').where('key', '=', key).execute(),
}
