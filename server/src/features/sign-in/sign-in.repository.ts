import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

export type Attempt = {
  tokenHash: Buffer
  companyId: string
  userId: string
  deviceId: string
  deviceName: string
}
const soon = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

export const signInRepository = {
  insertAttempt: (db: Db, attempt: Attempt, seconds: number) =>
    db
      .insertInto('sign_in_attempts')
      .values({
        token_hash: attempt.tokenHash,
        company_id: attempt.companyId,
        user_id: attempt.userId,
        device_id: attempt.deviceId,
        device_name: attempt.deviceName,
        expires_at: soon(seconds),
      })
      .execute(),

  findAttempt: (db: Db, tokenHash: Buffer) =>
    db
      .selectFrom('sign_in_attempts')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', sql<string>`now()`)
      .select(['company_id as companyId', 'user_id as userId'])
      .executeTakeFirst(),

  /** Takes the attempt away; of two that come at once, one gets it. */
  takeAttempt: (db: Db, tokenHash: Buffer) =>
    db
      .deleteFrom('sign_in_attempts')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', sql<string>`now()`)
      .returning(['device_id as id', 'device_name as name'])
      .executeTakeFirst(),

  insertCaptcha: (db: Db, id: string, answerHash: Buffer, seconds: number) =>
    db
      .insertInto('captchas')
      .values({ id, answer_hash: answerHash, expires_at: soon(seconds) })
      .execute(),

  /** Any attempt consumes the captcha, right or wrong (threat T7). */
  takeCaptcha: (db: Db, id: string) =>
    db
      .deleteFrom('captchas')
      .where('id', '=', id)
      .returning(['answer_hash as answerHash', sql<boolean>`expires_at > now()`.as('live')])
      .executeTakeFirst(),
}
