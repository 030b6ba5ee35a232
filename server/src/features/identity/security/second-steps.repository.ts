import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

export type Owner = { companyId: string; userId: string }

/** Filter for rows of one user, in any table with these columns. */
export const ownedBy = ({ companyId, userId }: Owner) => sql<boolean>`company_id = ${companyId} and user_id = ${userId}`

export const secondStepsRepository = {
  /** The user's protections besides the password; `recovery` and `trusted` count valid ones. */
  guards: (db: Db, owner: Owner) =>
    db
      .selectFrom('users')
      .where('company_id', '=', owner.companyId)
      .where('id', '=', owner.userId)
      .select([
        sql<boolean>`exists (select from totp_secrets where ${ownedBy(owner)} and confirmed_at is not null)`.as('totp'),
        sql<boolean>`sms_second_step and phone is not null`.as('sms'),
        sql<number>`(select count(*) from passkeys where ${ownedBy(owner)})`.as('passkeys'),
        sql<number>`(select count(*) from identity_links where ${ownedBy(owner)})`.as('links'),
        sql<number>`(select count(*) from recovery_codes where ${ownedBy(owner)} and used_at is null)`.as('recovery'),
        sql<number>`(select count(*) from trusted_devices where ${ownedBy(owner)} and expires_at > now())`.as(
          'trusted',
        ),
      ])
      .executeTakeFirstOrThrow(),

  /** The sealed secret, and the database's time, by which all nodes verify codes. */
  findTotp: (db: Db, owner: Owner) =>
    db
      .selectFrom('totp_secrets')
      .where(ownedBy(owner))
      .select([
        'secret as sealed',
        sql<boolean>`confirmed_at is not null`.as('confirmed'),
        sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('now'),
      ])
      .executeTakeFirst(),

  /**
   * Stores an unconfirmed secret, replacing an earlier unconfirmed one.
   * @returns false if a confirmed one exists
   */
  async prepareTotp(db: Db, { companyId, userId }: Owner, sealed: string): Promise<boolean> {
    const kept = await db
      .insertInto('totp_secrets')
      .values({ company_id: companyId, user_id: userId, secret: sealed })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'user_id'])
          .doUpdateSet({ secret: sealed })
          .where('totp_secrets.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
    return kept !== undefined
  },

  /**
   * Confirms the secret stored as `prepared`; its first step counts as used.
   * @returns false if another secret is stored
   */
  async confirmTotp(db: Db, owner: Owner, of: { prepared: string; sealed: string; step: number }): Promise<boolean> {
    const done = await db
      .updateTable('totp_secrets')
      .where(ownedBy(owner))
      .set({ secret: of.sealed, confirmed_at: sql`now()`, last_step: of.step })
      .where('secret', '=', of.prepared)
      .where('confirmed_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    return done !== undefined
  },

  /** Consumes a time step. Of two parallel calls, one returns true (RFC 6238 §5.2). */
  async useTotpStep(db: Db, owner: Owner, step: number): Promise<boolean> {
    const used = await db
      .updateTable('totp_secrets')
      .where(ownedBy(owner))
      .set({ last_step: step })
      .where('confirmed_at', 'is not', null)
      .where('last_step', '<', step)
      .returning('user_id')
      .executeTakeFirst()
    return used !== undefined
  },

  removeTotp: (db: Db, owner: Owner) => db.deleteFrom('totp_secrets').where(ownedBy(owner)).execute(),

  /** Replaces all recovery codes; an empty list removes them. */
  async replaceRecoveryCodes(db: Db, owner: Owner, hashes: Buffer[]) {
    await db.deleteFrom('recovery_codes').where(ownedBy(owner)).execute()
    if (hashes.length === 0) return
    await db
      .insertInto('recovery_codes')
      .values(hashes.map((hash) => ({ company_id: owner.companyId, user_id: owner.userId, code_hash: hash })))
      .execute()
  },

  /** Consumes a recovery code. Of two parallel calls, one returns true. */
  async useRecoveryCode(db: Db, owner: Owner, hashes: readonly Buffer[]): Promise<boolean> {
    const used = await db
      .updateTable('recovery_codes')
      .set({ used_at: sql`now()` })
      .where(ownedBy(owner))
      .where('code_hash', 'in', hashes)
      .where('used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    return used !== undefined
  },
}
