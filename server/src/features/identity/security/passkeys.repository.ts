import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { type Owner, ownedBy } from './second-steps.repository.ts'

/** A registered passkey as the authenticator returns it. */
export type NewPasskey = { credentialId: string; publicKey: Buffer; counter: number; transports: string[] }

export const passkeysRepository = {
  /** @param of the user the challenge is for, or null for a sign-in */
  insertChallenge: (db: Db, of: { id: string; challenge: string; userId: string | null; seconds: number }) =>
    db
      .insertInto('passkey_challenges')
      .values({
        id: of.id,
        challenge: of.challenge,
        user_id: of.userId,
        expires_at: sql<string>`now() + make_interval(secs => ${of.seconds})`,
      })
      .execute(),

  /**
   * Deletes a challenge whatever its answer.
   * @returns the challenge; undefined if expired.
   */
  async takeChallenge(db: Db, id: string, userId: string | null): Promise<string | undefined> {
    const taken = await db
      .deleteFrom('passkey_challenges')
      .where('id', '=', id)
      .where('user_id', 'is not distinct from', userId)
      .returning(['challenge', sql<boolean>`expires_at > now()`.as('live')])
      .executeTakeFirst()
    return taken?.live ? taken.challenge : undefined
  },

  insert: (db: Db, { companyId, userId }: Owner, passkey: NewPasskey & { id: string; name: string }) =>
    db
      .insertInto('passkeys')
      .values({
        company_id: companyId,
        user_id: userId,
        id: passkey.id,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports,
        name: passkey.name,
      })
      .execute(),

  findByCredential: (db: Db, credentialId: string) =>
    db
      .selectFrom('passkeys')
      .where('credential_id', '=', credentialId)
      .select([
        'company_id as companyId',
        'user_id as userId',
        'id',
        'credential_id as credentialId',
        'public_key as publicKey',
        'counter',
      ])
      .executeTakeFirst(),

  /**
   * Stores the counter. Authenticators without a counter stay at 0.
   * @returns false if it did not increase, also for parallel calls: the passkey was copied (WebAuthn §6.1.1)
   */
  async use(db: Db, owner: Owner, id: string, counter: number): Promise<boolean> {
    const used = await db
      .updateTable('passkeys')
      .where(ownedBy(owner))
      .where('id', '=', id)
      .set({ counter, last_used_at: sql`now()` })
      .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
      .returning('id')
      .executeTakeFirst()
    return used !== undefined
  },

  list: (db: Db, owner: Owner) =>
    db
      .selectFrom('passkeys')
      .where(ownedBy(owner))
      .orderBy('created_at')
      .select(['id', 'name', 'created_at as createTime', 'last_used_at as lastTime'])
      .execute(),

  credentials: (db: Db, owner: Owner) =>
    db.selectFrom('passkeys').where(ownedBy(owner)).select(['credential_id as id', 'transports']).execute(),

  find: (db: Db, owner: Owner, id: string) =>
    db.selectFrom('passkeys').where(ownedBy(owner)).where('id', '=', id).select('name').executeTakeFirst(),

  rename: (db: Db, owner: Owner, id: string, name: string) =>
    db.updateTable('passkeys').where(ownedBy(owner)).where('id', '=', id).set({ name }).execute(),

  remove: (db: Db, owner: Owner, id: string) =>
    db.deleteFrom('passkeys').where(ownedBy(owner)).where('id', '=', id).returning('name').executeTakeFirst(),

  removeAll: (db: Db, owner: Owner) => db.deleteFrom('passkeys').where(ownedBy(owner)).execute(),
}
