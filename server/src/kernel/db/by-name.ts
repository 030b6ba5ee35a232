import { type RawBuilder, sql } from 'kysely'
import { sourcesHolding } from '../texts/every-language.ts'

/**
 * A column of names for `order by`: Latin letters, then Chinese by pinyin, as the collation says (decision 143). In SQL
 * texts: `name collate by_name`; in code: `compareNames`.
 */
export const byName = (column: string): RawBuilder<string> => sql`${sql.ref(column)} collate by_name`

const isName = (column: string) => /(^|\.)(name|title)$/.test(column)
/** The reference to a column for `order by`: names and titles as `byName`, others as they are. */
export const sortRef = (column: string) => (isName(column) ? byName(column) : sql.ref(column))
/** Like `sortRef`, for what may be an expression too. */
export const sortColumn = <Column>(column: Column): Column | RawBuilder<string> =>
  typeof column === 'string' && isName(column) ? byName(column) : column

/** Names of two parts are `用户：列表` or `用户 · 导出`; who types both may use any of these signs. */
const typedParts = /\s*[:：·]\s*/

/**
 * Whether a column of names holds the searched words, as it is stored or as the product puts it in another language: a
 * search for `list` finds `列表` and `用户：列表`. The condition stays short, so that a search for one letter may miss some
 * of the latter. Takes the name of the column, or an expression.
 */
export const nameHolds = (column: string | RawBuilder<string>, search: string): RawBuilder<boolean> => {
  const name = typeof column === 'string' ? sql.ref<string>(column) : column
  const asStored = sql<boolean>`strpos(lower(${name}), lower(${search})) > 0`
  const sources = search.split(typedParts).filter(Boolean).map(sourcesHolding)
  if (sources.length === 0 || sources.some(({ length }) => length === 0)) return asStored
  const parts = sql`string_to_array(replace(${name}, ' · ', '：'), '：')`
  const asShown = sql.join(
    sources.map((each) => sql`${parts} && ${each}::text[]`),
    sql` and `,
  )
  return sql<boolean>`(${asStored} or ${asShown})`
}
