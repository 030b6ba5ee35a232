import { type RawBuilder, sql } from 'kysely'

/** A column of names for `order by`: by pinyin, as the collation says. In SQL texts: `name collate by_name`. */
export const byName = (column: string): RawBuilder<string> => sql`${sql.ref(column)} collate by_name`

const isName = (column: string) => /(^|\.)name$/.test(column)
/** The reference to a column for `order by`: names as `byName`, others as they are. */
export const sortRef = (column: string) => (isName(column) ? byName(column) : sql.ref(column))
/** Like `sortRef`, for what may be an expression too. */
export const sortColumn = <Column>(column: Column): Column | RawBuilder<string> =>
  typeof column === 'string' && isName(column) ? byName(column) : column
