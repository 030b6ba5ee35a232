import type { Database } from './db/database.ts'
import { goneSeconds, type NodeCondition } from './heartbeat.ts'

/** A node as the database knows it. */
export type KnownNode = {
  name: string
  version: string
  startedAt: string
  seenAt: string
  /** What it does; empty for nodes of releases that do not say. */
  processes: string[]
  /** It has not been heard of within a day, nor said that it ends; one that runs again under its name is back. */
  lost: boolean
  /** Null for lost nodes, too. */
  condition: NodeCondition | null
}

/** Nodes that run, as far as the database knows, then those that are lost. */
export const listNodes = async (database: Database): Promise<KnownNode[]> => {
  const { rows } = await database.statement({
    text: `select name, version, started_at as "startedAt", seen_at as "seenAt", processes, not runs as lost,
        case when runs then nullif(condition, '{}') end as condition
      from (select *, seen_at > now() - make_interval(secs => ${goneSeconds}) as runs,
        row_number() over (partition by name order by seen_at desc) = 1 as "isNewest" from nodes) known
      where runs or "isNewest" order by lost, name, started_at`,
    values: [],
  })
  return rows
}
export const listRunningNodes = async (database: Database): Promise<KnownNode[]> =>
  (await listNodes(database)).filter(({ lost }) => !lost)

export type KnownMigration = { name: string; done: boolean; at: string | null }
/** Migrations that the database knows, in their order. */
export const listMigrations = async (database: Database): Promise<KnownMigration[]> => {
  const { rows } = await database.statement({ text: 'select * from known_migrations() order by name', values: [] })
  return rows
}
/** Names of a release's migrations that a database lacks. */
export const findPending = (names: readonly string[], known: readonly KnownMigration[]): string[] => {
  const done = new Set(known.flatMap(({ name, done }) => (done ? name : [])))
  return names.filter((name) => !done.has(name))
}
