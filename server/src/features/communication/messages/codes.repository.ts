import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** What a code is bound to, with its digests under each key. */
export type CodeBinding = { purpose: string; subjectDigest: Buffer; knownDigests: readonly Buffer[] }
type NewCode = CodeBinding & { id: string; codeHash: Buffer; seconds: number }

export const codesRepository = {
  /** Replaces all codes of the same purpose and subject. */
  async replace(db: Db, { id, purpose, subjectDigest, knownDigests, codeHash, seconds }: NewCode) {
    await db
      .deleteFrom('verification_codes')
      .where('purpose', '=', purpose)
      .where('target_digest', 'in', knownDigests)
      .execute()
    await db
      .insertInto('verification_codes')
      .values({
        id,
        purpose,
        target_digest: subjectDigest,
        code_hash: codeHash,
        expires_at: sql<string>`now() + make_interval(secs => ${seconds})`,
      })
      .execute()
  },

  /** Locks the code, so that one of several concurrent redemptions finds it. */
  lock: (db: Db, id: string, { purpose, knownDigests }: CodeBinding) =>
    db
      .selectFrom('verification_codes')
      .where('id', '=', id)
      .where('purpose', '=', purpose)
      .where('target_digest', 'in', knownDigests)
      .select(['code_hash as codeHash', 'guesses', sql<boolean>`expires_at > now()`.as('live')])
      .forUpdate()
      .executeTakeFirst(),

  countGuess: (db: Db, id: string) =>
    db.updateTable('verification_codes').set({ guesses: sql`guesses + 1` }).where('id', '=', id).execute(),

  remove: (db: Db, id: string) => db.deleteFrom('verification_codes').where('id', '=', id).execute(),
}
