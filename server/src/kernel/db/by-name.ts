import { type RawBuilder, sql } from 'kysely'

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
