import type { Database } from '../../../kernel/db/database.ts'

export type Nonces = {
  /**
   * Takes a nonce of an application.
   * @returns whether no node has taken it before
   */
  take(appId: string, nonce: string): Promise<boolean>
}

type Waiting = { appId: string; nonce: string; done: (isNew: boolean) => void; failed: (error: unknown) => void }
const toKey = ({ appId, nonce }: Pick<Waiting, 'appId' | 'nonce'>) => `${appId} ${nonce}`
/**
 * A timestamp may lie five minutes ahead and be valid for as long again. The commit does not wait for the disk: a crash
 * of the database forgets those of its last moment.
 */
const statement = `with soon as (select set_config('synchronous_commit', 'off', true))
  insert into open_nonces (app_id, nonce, expire_at)
  select app_id, nonce, now() + interval '11 minutes' from soon, unnest($1::uuid[], $2::text[]) as taken (app_id, nonce)
  on conflict do nothing returning app_id || ' ' || nonce as key`

/**
 * Nonces of signed calls. Those of calls that arrive together, or while others are being taken, are taken by one statement:
 * the busier a node, the less each costs.
 */
export const createNonces = (database: Pick<Database, 'quickStatement'>): Nonces => {
  let waiting: Waiting[] = []
  let isTaking = false
  const takeBatch = async () => {
    // In one order on all nodes, so that none waits for another in a circle.
    const batch = waiting.sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1))
    waiting = []
    try {
      const values = [batch.map(({ appId }) => appId), batch.map(({ nonce }) => nonce)]
      const { rows } = await database.quickStatement({ name: 'take-nonces', text: statement, values })
      const fresh = new Set(rows.map(({ key }) => String(key)))
      // Of equal ones in a batch, the first took it.
      for (const each of batch) each.done(fresh.delete(toKey(each)))
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }
  const takeAll = async () => {
    while (waiting.length > 0) await takeBatch()
    isTaking = false
  }
  return {
    take: (appId, nonce) =>
      new Promise((done, failed) => {
        waiting.push({ appId, nonce, done, failed })
        if (isTaking) return
        isTaking = true
        setImmediate(() => takeAll().catch(failed))
      }),
  }
}
