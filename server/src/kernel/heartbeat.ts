import type { Database } from './db/database.ts'
import { newId } from './ids.ts'
import { writeEvery } from './write-every.ts'

export type RunningNode = {
  name: string
  version: string
  /** Number of the release (decision 126). */
  release: number
}

const beatMs = 10_000

class TooOldError extends Error {
  override message = '更新的版本已从数据库中去掉本版本要用的内容，请改用升级该数据库的版本'
}

/**
 * Says every ten seconds that this node runs, so that no upgrade takes away what it needs. Takes what to do when one has,
 * while the database was out of reach.
 * @returns a function that ends it
 * @throws an Error for the operator if the database serves this release no longer
 */
export const startHeartbeat = async (
  database: Database,
  { name, version, release }: RunningNode,
  onError: (error: unknown) => void,
  onTooOld: () => void,
): Promise<() => Promise<void>> => {
  const id = newId()
  const beat = async () => {
    const { rows } = await database.statement({
      text: `insert into nodes (id, name, version, release) values ($1, $2, $3, $4)
        on conflict (id) do update set seen_at = now() returning serves_release(release) as serves`,
      values: [id, name, version, release],
    })
    if (!rows[0].serves) throw new TooOldError()
  }
  await beat()
  const stop = writeEvery(beatMs, beat, (error) => {
    if (error instanceof TooOldError) onTooOld()
    onError(error)
  })
  return async () => {
    await stop()
    await database.statement({ text: 'delete from nodes where id = $1', values: [id] }).catch(onError)
  }
}
