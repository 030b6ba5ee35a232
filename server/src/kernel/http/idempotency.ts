import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../scope.ts'
import type { Secrets } from '../secrets.ts'

export type IdempotencyKey = { actorId: string; key: string; requestHash: Buffer }

const shape = /^[A-Za-z0-9_-]{8,64}$/

/**
 * The hash is keyed: a body may hold a password, and nobody shall be able to try guesses against the table.
 * In: who calls, the key header, and everything that makes the request what it is. Out: undefined without a key.
 * @throws badKey for a malformed key: a caller who sends one relies on it
 */
export const idempotencyKey = (
  secrets: Secrets,
  actorId: string,
  key: unknown,
  parts: unknown,
): IdempotencyKey | undefined => {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !shape.test(key)) throw new AppError(kernelErrors.badKey)
  return { actorId, key, requestHash: secrets.sign('idempotency', JSON.stringify(parts)) }
}

/**
 * Runs `act` once for a key and answers the same ever after (for a day). A parallel twin waits on the key's row until
 * the first has committed. Throws `keyReused` when the key comes with another request.
 */
export const once = async (db: Db, key: IdempotencyKey, act: () => Promise<unknown>): Promise<unknown> => {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ actor_id: key.actorId, key: key.key, request_hash: key.requestHash })
    .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing())
    .executeTakeFirst()
  const mine = db.selectFrom('idempotency_keys').where('actor_id', '=', key.actorId).where('key', '=', key.key)
  if (claimed.numInsertedOrUpdatedRows === 0n) {
    const first = await mine.select(['request_hash', 'answer']).executeTakeFirstOrThrow()
    if (!first.request_hash.equals(key.requestHash)) throw new AppError(kernelErrors.keyReused)
    return first.answer
  }
  const answer = await act()
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer ?? null) })
    .where('actor_id', '=', key.actorId)
    .where('key', '=', key.key)
    .execute()
  return answer
}
