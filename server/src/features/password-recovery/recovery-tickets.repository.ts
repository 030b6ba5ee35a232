import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

type Owner = { companyId: string; userId: string }
const live = sql<boolean>`expires_at > now()`

export const recoveryTicketsRepository = {
  insert: (db: Db, ticketDigest: Buffer, { companyId, userId }: Owner, seconds: number) =>
    db
      .insertInto('recovery_tickets')
      .values({
        ticket_digest: ticketDigest,
        company_id: companyId,
        user_id: userId,
        expires_at: sql<string>`now() + make_interval(secs => ${seconds})`,
      })
      .execute(),

  /** Whose ticket this is, as long as it lives. */
  ownerOf: (db: Db, ticketDigest: Buffer) =>
    db
      .selectFrom('recovery_tickets')
      .where('ticket_digest', '=', ticketDigest)
      .where(live)
      .select(['company_id as companyId', 'user_id as userId'])
      .executeTakeFirst(),

  /** Takes the ticket away; of two that come at once, one gets it. */
  take: async (db: Db, ticketDigest: Buffer): Promise<boolean> => {
    const taken = await db
      .deleteFrom('recovery_tickets')
      .where('ticket_digest', '=', ticketDigest)
      .where(live)
      .executeTakeFirst()
    return taken.numDeletedRows === 1n
  },

  removeAll: (db: Db, { companyId, userId }: Owner) =>
    db.deleteFrom('recovery_tickets').where('company_id', '=', companyId).where('user_id', '=', userId).execute(),
}
