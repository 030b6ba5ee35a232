import type { Database } from './db/database.ts'
import { goneSeconds, type NodeCondition } from './heartbeat.ts'

/** A running node as the database knows it. */
export type KnownNode = {
  name: string
  version: string
  startedAt: string
  seenAt: string
  /** What it does; empty for nodes of releases that do not say. */
  processes: string[]
  condition: NodeCondition | null
}

/** Nodes that run, as far as the database knows. */
export const listNodes = async (database: Database): Promise<KnownNode[]> => {
  const { rows } = await database.statement({
    text: `select name, version, started_at as "startedAt", seen_at as "seenAt", processes,
        nullif(condition, '{}') as condition
      from nodes where seen_at > now() - make_interval(secs => ${goneSeconds}) order by name, started_at`,
    values: [],
  })
  return rows
}

export type LostNode = Pick<KnownNode, 'name' | 'version' | 'startedAt' | 'seenAt' | 'processes'>
/** Nodes that have not been heard of within a day, nor said that they end; one that runs again under its name is back. */
export const listLostNodes = async (database: Database): Promise<LostNode[]> => {
  const isGone = `seen_at <= now() - make_interval(secs => ${goneSeconds})`
  const { rows } = await database.statement({
    text: `select distinct on (name) name, version, started_at as "startedAt", seen_at as "seenAt", processes
      from nodes lost where ${isGone} and not exists (
        select from nodes where nodes.name = lost.name and not nodes.${isGone})
      order by name, seen_at desc`,
    values: [],
  })
  return rows
}

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
