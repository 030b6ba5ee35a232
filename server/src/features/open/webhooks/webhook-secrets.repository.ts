import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

const isLive = sql<boolean>`revoked_at is null and (expire_at is null or expire_at > now())`
type NewSecret = { sealed: string; hint: string }

export const webhookSecretsRepository = {
  countLive: async (db: Db, webhookId: string) =>
    (
      await db
        .selectFrom('webhook_secrets')
        .where('webhook_id', '=', webhookId)
        .where(isLive)
        .select(sql<number>`count(*)`.as('many'))
        .executeTakeFirst()
    )?.many ?? 0,
  find: (db: Db, webhookId: string, id: string) =>
    db
      .selectFrom('webhook_secrets')
      .where('webhook_id', '=', webhookId)
      .where('id', '=', id)
      .select(['hint', isLive.as('isLive'), sql<boolean>`replaced_at is not null`.as('isReplaced')])
      .executeTakeFirst(),
  async insert(db: Db, webhookId: string, { sealed, hint }: NewSecret, by: Person): Promise<string> {
    const id = newId()
    await db
      .insertInto('webhook_secrets')
      .values({
        company_id: sql<string>`acting_company()`,
        id,
        webhook_id: webhookId,
        sealed,
        hint,
        created_by: JSON.stringify(by),
      })
      .execute()
    return id
  },
  replaceLive: (db: Db, webhookId: string, overlapHours: number) =>
    db
      .updateTable('webhook_secrets')
      .set({
        replaced_at: sql<string>`now()`,
        expire_at: sql<string>`least(expire_at, now() + ${overlapHours} * interval '1 hour')`,
      })
      .where('webhook_id', '=', webhookId)
      .where(isLive)
      .execute(),
  revoke: (db: Db, id: string) =>
    db.updateTable('webhook_secrets').set({ revoked_at: sql<string>`now()` }).where('id', '=', id).execute(),
}
