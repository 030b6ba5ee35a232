import type pg from 'pg'
import type { MigrationFile } from './migration-files.ts'

/** A node that has not been heard of for so long is gone. */
const goneAfter = '45 seconds'

/**
 * Names the running nodes that are older than the release, of the product or of a module, that a migration needs. Nodes of
 * the product's first one do not say that they run; their connections bear a name of their own.
 */
export const listOlderNodes = async (
  client: pg.ClientBase,
  { oldest, schema }: Pick<MigrationFile, 'oldest' | 'schema'>,
): Promise<string[]> => {
  if (oldest === 1) return []
  const { rows: known } = await client.query(
    `select to_regclass('nodes') is not null as nodes, to_regclass('serving_login') is not null as login`,
  )
  const list = async (isKnown: boolean, text: string, values: unknown[] = []) =>
    isKnown ? (await client.query<{ node: string }>(text, values)).rows.map(({ node }) => node) : []
  const named = await list(
    known[0].nodes,
    `select format('%s (%s)', name, version) as node from nodes
     where case when $3::text is null then release else (to_jsonb(nodes) -> 'modules' ->> $3)::integer end < $1
       and seen_at > now() - $2::interval order by name`,
    [oldest, goneAfter, schema],
  )
  if (schema !== undefined) return named
  const unnamed = await list(
    known[0].login,
    `select distinct '0.3.0' as node from pg_stat_activity
     where datname = current_database() and application_name = 'atrium' and usename in (select name from serving_login)`,
  )
  return [...named, ...unnamed]
}
