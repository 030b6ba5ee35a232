import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

type Owner = { companyId: string; userId: string }
type Holder = Owner & { proofEpoch: number }
const isLive = sql<boolean>`expires_at > now()`

export const recoveryTicketsRepository = {
  insert: (db: Db, ticketDigest: Buffer, { companyId, userId, proofEpoch }: Holder, seconds: number) =>
    db
      .insertInto('recovery_tickets')
      .values({
        ticket_digest: ticketDigest,
        company_id: companyId,
        user_id: userId,
        proof_epoch: proofEpoch,
        expires_at: sql<string>`now() + make_interval(secs => ${seconds})`,
      })
      .execute(),

  /** Owner of an unexpired ticket. Takes its digests under each key. */
  findOwner: (db: Db, ticketDigests: readonly Buffer[]) =>
    db
      .selectFrom('recovery_tickets')
      .where('ticket_digest', 'in', ticketDigests)
      .where(isLive)
      .select(['company_id as companyId', 'user_id as userId'])
      .executeTakeFirst(),

  /** Digests of the owner's live tickets, locked in one order, so that parallel calls wait for each other. */
  async lockAll(db: Db, { companyId, userId }: Owner): Promise<Buffer[]> {
    const rows = await db
      .selectFrom('recovery_tickets')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where(isLive)
      .select('ticket_digest as digest')
      .orderBy('ticket_digest')
      .forUpdate()
      .execute()
    return rows.map(({ digest }) => digest)
  },

  removeAll: (db: Db, { companyId, userId }: Owner) =>
    db.deleteFrom('recovery_tickets').where('company_id', '=', companyId).where('user_id', '=', userId).execute(),
}
