import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../scope.ts'
import type { Secrets } from '../secrets.ts'

export type IdempotencyKey = { actorId: string; key: string; requestHashes: readonly [Buffer, ...Buffer[]] }

const keyPattern = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Builds the stored form of an idempotency key; undefined without one. The request hash is keyed: a body may hold a
 * password, and the table must not allow testing guesses.
 * @throws badKey for a malformed key: a caller who sends one relies on it
 */
export const idempotencyKey = (
  secrets: Secrets,
  actorId: string,
  key: unknown,
  parts: unknown,
): IdempotencyKey | undefined => {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key)) throw new AppError(kernelErrors.badKey)
  const text = JSON.stringify(parts)
  return {
    actorId,
    key,
    requestHashes: [secrets.sign('idempotency', text), ...secrets.signatures('idempotency', text)],
  }
}

type Repeated = Pick<AppError, 'spec'> & Pick<AppError['extras'], 'data' | 'errors'>
/** A refusal that was committed with an earlier call of the same key. */
export class RepeatedRefusal extends AppError {}

/**
 * Executes `act` once per key and repeats its answer for a day, or its refusal if that was committed; any other leaves the
 * key free. A concurrent duplicate waits on the key's row until the first has committed.
 * @throws `keyReused` if the key was used for another request
 * @throws `RepeatedRefusal`
 */
export const runOnce = async (db: Db, key: IdempotencyKey, act: () => Promise<unknown>): Promise<unknown> => {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ actor_id: key.actorId, key: key.key, request_hash: key.requestHashes[0] })
    .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing())
    .executeTakeFirst()
  const stored = db.selectFrom('idempotency_keys').where('actor_id', '=', key.actorId).where('key', '=', key.key)
  const keep = (outcome: { answer: string } | { refusal: string }) =>
    db
      .updateTable('idempotency_keys')
      .set(outcome)
      .where('actor_id', '=', key.actorId)
      .where('key', '=', key.key)
      .execute()
  if (claimed.numInsertedOrUpdatedRows === 0n) {
    const first = await stored.select(['request_hash', 'answer', 'refusal']).executeTakeFirstOrThrow()
    if (!key.requestHashes.some((hash) => first.request_hash.equals(hash))) throw new AppError(kernelErrors.keyReused)
    if (first.refusal === null) return first.answer
    const { spec, ...extras } = first.refusal as Repeated
    throw new RepeatedRefusal(spec, extras)
  }
  try {
    const answer = await act()
    await keep({ answer: JSON.stringify(answer ?? null) })
    return answer
  } catch (error) {
    if (error instanceof AppError && error.extras.commit)
      await keep({
        refusal: JSON.stringify({ spec: error.spec, data: error.extras.data, errors: error.extras.errors }),
      })
    throw error
  }
}
