import { asOwner } from '../kernel/db/as-owner.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'

type Collation = { remedy: string; stored: string | null; actual: string | null }

/**
 * Looks whether the libraries of the operating system still sort as they did when the indexes were built. Where they do
 * not, rows may be missed until they are built again, as PostgreSQL's manual says of `alter collation … refresh version`.
 * @throws an Error with the statements that mend it
 */
export const lookAtCollations = (ownerUrl: string): Promise<string> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<Collation>(`
      select format('reindex database concurrently %I; alter database %1$I refresh collation version', datname) as remedy,
        datcollversion as stored, pg_database_collation_actual_version(oid) as actual
      from pg_database where datname = current_database()
      union all
      select concat_ws('; ', (select string_agg(format('reindex index concurrently %s', objid::regclass), '; ' order by objid::regclass::text)
          from pg_depend join pg_class on pg_class.oid = objid and relkind = 'i'
          where classid = 'pg_class'::regclass and refclassid = 'pg_collation'::regclass and refobjid = pg_collation.oid),
          format('alter collation %I refresh version', collname)),
        collversion, pg_collation_actual_version(oid)
      from pg_collation where collname = 'by_name' and collnamespace = 'public'::regnamespace`)
    const changed = rows.filter(({ stored, actual }) => stored !== null && stored !== actual)
    if (changed.length === 0) return tell('索引与操作系统的排序规则一致')
    const remedies = joinTold(
      changed.map(({ remedy }) => remedy),
      '；',
    )
    throw new Error(
      tell('操作系统的排序规则已更新，在此之前建立的索引可能漏行，请以数据库所有者执行：{remedies}', { remedies }),
    )
  })
