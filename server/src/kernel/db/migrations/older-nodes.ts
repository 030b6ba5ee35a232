import type pg from 'pg'

/** A node that has not been heard of for so long is gone. */
const goneAfter = '45 seconds'

/**
 * Names the running nodes that are older than a release. Nodes of the first one do not say that they run; their
 * connections bear a name of their own.
 */
export const listOlderNodes = async (client: pg.ClientBase, release: number): Promise<string[]> => {
  if (release === 1) return []
  const { rows: known } = await client.query(
    `select to_regclass('nodes') is not null as nodes, to_regclass('serving_login') is not null as login`,
  )
  const list = async (isKnown: boolean, text: string, values: unknown[] = []) =>
    isKnown ? (await client.query<{ node: string }>(text, values)).rows.map(({ node }) => node) : []
  const named = await list(
    known[0].nodes,
    `select format('%s (%s)', name, version) as node from nodes
     where release < $1 and seen_at > now() - $2::interval order by name`,
    [release, goneAfter],
  )
  const unnamed = await list(
    known[0].login,
    `select distinct '0.3.0' as node from pg_stat_activity
     where datname = current_database() and application_name = 'atrium' and usename in (select name from serving_login)`,
  )
  return [...named, ...unnamed]
}
