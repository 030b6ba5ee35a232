import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { users } from '../../people/users/index.ts'

/** The identity provider by which a person signs in, and the link to it that is made when they have. */
export type OutsideIdentity = {
  providerId: string
  link: { providerCompanyId: string; subject: string; name: string } | null
}

/** Sign-ins of a user whose addresses are remembered. */
const knownAddresses = 100

export type Attempt = {
  tokenHash: Buffer
  companyId: string
  userId: string
  /** Of the user as they were read when they proved who they are. */
  proofEpoch: number
  deviceId: string
  deviceName: string
  method: string
  client: string
  secondPassed: boolean
  /** A second factor or a passkey was verified. */
  multiFactor: boolean
  identity: OutsideIdentity | null
}
const secondsFromNow = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

const liveAttempt = (db: Db, tokenHash: Buffer) =>
  db.selectFrom('sign_in_attempts').where('token_hash', '=', tokenHash).where('expires_at', '>', sql<string>`now()`)

export const signInRepository = {
  insertAttempt: (db: Db, attempt: Attempt, seconds: number) =>
    db
      .insertInto('sign_in_attempts')
      .values({
        token_hash: attempt.tokenHash,
        company_id: attempt.companyId,
        user_id: attempt.userId,
        proof_epoch: attempt.proofEpoch,
        device_id: attempt.deviceId,
        device_name: attempt.deviceName,
        method: attempt.method,
        client: attempt.client,
        second_passed: attempt.secondPassed,
        proved_at: attempt.multiFactor ? sql`now()` : null,
        identity: attempt.identity && JSON.stringify(attempt.identity),
        expires_at: secondsFromNow(seconds),
      })
      .execute(),

  /** Addresses that a user signed in from, the last ones first. */
  async listAddresses(db: Db, { companyId, id }: { companyId: string; id: string }): Promise<string[]> {
    const rows = await db
      .selectFrom('sessions')
      .where('company_id', '=', companyId)
      .where('user_id', '=', id)
      .select('ip')
      .orderBy('created_at', 'desc')
      .limit(knownAddresses)
      .execute()
    return rows.map(({ ip }) => ip)
  },

  findAttempt: (db: Db, tokenHash: Buffer) =>
    liveAttempt(db, tokenHash)
      .select([
        'company_id as companyId',
        'user_id as userId',
        'device_id as deviceId',
        'device_name as deviceName',
        'method',
        'client',
        'second_passed as secondPassed',
        'failures',
        sql<OutsideIdentity | null>`identity`.as('identity'),
      ])
      .executeTakeFirst(),

  markSecondStepPassed: (db: Db, tokenHash: Buffer) =>
    db
      .updateTable('sign_in_attempts')
      .set({ second_passed: true, proved_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .execute(),

  /** Counts a wrong second step; deletes the attempt after too many. */
  recordSecondStepFailure: async (db: Db, tokenHash: Buffer, maxFailures: number) => {
    await db
      .updateTable('sign_in_attempts')
      .set({ failures: sql`failures + 1` })
      .where('token_hash', '=', tokenHash)
      .execute()
    await db
      .deleteFrom('sign_in_attempts')
      .where('token_hash', '=', tokenHash)
      .where('failures', '>=', maxFailures)
      .execute()
  },

  /**
   * Sets a password within an attempt, which goes on with the proofs that begin then. Returns whether the attempt was
   * still valid. The user's row must be held. Takes how the password is set.
   */
  async replacePassword(db: Db, tokenHash: Buffer, replace: () => Promise<void>): Promise<boolean> {
    const attempt = await db
      .deleteFrom('sign_in_attempts')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', sql<string>`now()`)
      .returningAll()
      .executeTakeFirst()
    if (!attempt) return false
    await replace()
    const proof_epoch = users.selectProofEpoch({ companyId: attempt.company_id, userId: attempt.user_id })
    const identity = attempt.identity === null ? null : JSON.stringify(attempt.identity)
    await db
      .insertInto('sign_in_attempts')
      .values({ ...attempt, identity, proof_epoch })
      .execute()
    return true
  },

  /** Deletes the attempt and returns it. Of two parallel calls, one gets it. The user's row must be held. */
  takeAttempt: (db: Db, tokenHash: Buffer) =>
    db
      .deleteFrom('sign_in_attempts')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', sql<string>`now()`)
      .returning('proved_at as provedAt')
      .executeTakeFirst(),

  insertCaptcha: (db: Db, id: string, answerHash: Buffer, seconds: number) =>
    db
      .insertInto('captchas')
      .values({ id, answer_hash: answerHash, expires_at: secondsFromNow(seconds) })
      .execute(),

  /** Any answer consumes the captcha, right or wrong. */
  takeCaptcha: (db: Db, id: string) =>
    db
      .deleteFrom('captchas')
      .where('id', '=', id)
      .returning(['answer_hash as answerHash', sql<boolean>`expires_at > now()`.as('live')])
      .executeTakeFirst(),
}
