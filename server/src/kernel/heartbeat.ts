import type { CacheReads } from './cache.ts'
import type { Database } from './db/database.ts'
import { newId } from './ids.ts'
import { writeEvery } from './write-every.ts'

export type RunningNode = {
  name: string
  version: string
  /** Number of the release (decision 126). */
  release: number
  /** Numbers of the releases of its modules, by their names. */
  modules: Readonly<Record<string, number>>
  /** What it does. */
  processes: readonly string[]
}
export type Heartbeat = {
  /** Nodes that answer requests, this one included: what is counted in memory is shared out among them. */
  servingNodes(): number
  /** @returns a function that ends it */
  stop(): Promise<void>
}
/** How a node is, as it last said. */
export type NodeCondition = {
  pool: { size: number; open: number; busy: number; waiting: number }
  streams: number
  memoryBytes: number
  diskFreeBytes: number | null
  /** Since its start, by name; nodes of releases that do not say have none. */
  caches?: Readonly<Record<string, CacheReads>>
}

const beatMs = 10_000
/** A node that has not been heard of for so long is gone. */
export const goneSeconds = 25

class TooOldError extends Error {
  override message = '更新的版本已从数据库中去掉本版本要用的内容，请改用升级该数据库的版本'
}

/**
 * Says every ten seconds that this node runs and how it is, so that no upgrade takes away what it needs, and counts the
 * others. Takes what to do when an upgrade has taken it away, while the database was out of reach.
 * @throws an Error for the operator if the database serves this release no longer
 */
export const startHeartbeat = async (
  database: Database,
  { name, version, release, modules, processes }: RunningNode,
  readCondition: () => Promise<NodeCondition>,
  onError: (error: unknown) => void,
  onTooOld: () => void,
): Promise<Heartbeat> => {
  const id = newId()
  let others = 0
  const beat = async () => {
    const { rows } = await database.statement({
      text: `insert into nodes (id, name, version, release, modules, processes, condition)
          values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (id) do update set seen_at = now(), condition = excluded.condition
        returning serves_node(release, modules) as serves, (select count(*)::int from nodes others where id <> $1
          and 'api' = any(processes) and seen_at > now() - make_interval(secs => ${goneSeconds})) as others`,
      values: [id, name, version, release, modules, processes, JSON.stringify(await readCondition())],
    })
    others = rows[0].others
    if (!rows[0].serves) throw new TooOldError()
  }
  await beat()
  const stop = writeEvery(beatMs, beat, (error) => {
    if (error instanceof TooOldError) onTooOld()
    onError(error)
  })
  return {
    servingNodes: () => others + 1,
    async stop() {
      await stop()
      await database.statement({ text: 'delete from nodes where id = $1', values: [id] }).catch(onError)
    },
  }
}
