import { type RawBuilder, sql } from 'kysely'
import { companyColumn, keptRow } from '../archive/index.ts'
import { type Kind, keyOf, type Part, partsOf, stamps } from './kinds.ts'

/** Columns by table: those that an archive knew, and those of today. Only what both have is compared. */
export type Shape = {
  archived: Readonly<Record<string, readonly string[]>>
  present: Readonly<Record<string, readonly string[]>>
}
export type ComparisonKey = { companyId: string; comparisonId: string }
/** Which rows of today: those of companies, all or some by their keys. */
type LiveRows = { companies: readonly string[]; keys?: readonly string[] }

const without = (columns: readonly string[] = [], others: readonly string[] = []) =>
  columns.filter((column) => !others.includes(column))
const ignoredIn = ({ ignored = [] }: Pick<Part, 'ignored'>) => [...stamps, ...ignored]
const ignoredInPart = (part: Part) => [...ignoredIn(part), 'company_id', part.of]

/** What is left out of a row of today, and of an archived one, so that both have the same columns. */
const omissions = ({ archived, present }: Shape, table: string, ignored: readonly string[]) => ({
  live: [...ignored, ...without(present[table], archived[table])],
  archived: [...ignored, ...without(archived[table], present[table])],
})

/** The parts of a row, as far as the archive knows them: as they are compared, or whole. */
const withParts = (
  kind: Kind,
  { archived }: Shape,
  row: RawBuilder<unknown>,
  toPart: (part: Part) => { row: RawBuilder<unknown>; from: RawBuilder<unknown> },
): RawBuilder<unknown> => {
  const known = partsOf(kind).filter(({ table }) => table in archived)
  const parts = known.map((part) => {
    const { row: one, from } = toPart(part)
    return sql`${part.table}::text, coalesce((select jsonb_agg(each.row order by each.row::text)
      from (select ${one} as row ${from}) as each), '[]')`
  })
  return parts.length === 0 ? sql`(${row})` : sql`((${row}) || jsonb_build_object(${sql.join(parts)}))`
}

/** A row of today: as it is compared, and whole. */
const liveRow = (kind: Kind, shape: Shape, how: 'compared' | 'whole') => {
  const { table } = kind
  const minus = (name: string, ignored: readonly string[]) =>
    how === 'whole' ? [] : omissions(shape, name, ignored).live
  return withParts(kind, shape, sql`${keptRow(table, 'live')} - ${minus(table, ignoredIn(kind))}::text[]`, (part) => ({
    row: sql`${keptRow(part.table, 'part')} - ${minus(part.table, ignoredInPart(part))}::text[]`,
    from: sql`from ${sql.table(part.table)} part
      where part.company_id = ${sql.ref(`live.${companyColumn(table)}`)}
        and ${sql.ref(`part.${part.of}`)} = ${sql.ref(`live.${keyOf(kind)[0]}`)}`,
  }))
}
/** The same of an archive. */
const archivedRow = (
  kind: Kind,
  shape: Shape,
  { companyId, comparisonId }: ComparisonKey,
  how: 'compared' | 'whole',
) => {
  const minus = (name: string, ignored: readonly string[]) =>
    how === 'whole' ? [] : omissions(shape, name, ignored).archived
  return withParts(kind, shape, sql`main.content - ${minus(kind.table, ignoredIn(kind))}::text[]`, (part) => ({
    row: sql`part.content - ${minus(part.table, ignoredInPart(part))}::text[]`,
    from: sql`from archived_rows part where part.company_id = ${companyId} and part.comparison_id = ${comparisonId}
      and part.table_name = ${part.table} and part.key = main.key`,
  }))
}

const textKey = (alias: string, kind: Kind) =>
  sql`concat_ws('/', ${sql.join(keyOf(kind).map((column) => sql`${sql.ref(`${alias}.${column}`)}::text`))})`

/** The rows of today with `key`, `company`, `row` and, if it is asked for, `whole`. */
export const selectLive = (kind: Kind, shape: Shape, { companies, keys }: LiveRows, whole = false) => {
  const company = sql.ref(`live.${companyColumn(kind.table)}`)
  const key = textKey('live', kind)
  // Keys of restored kinds are ids, by which an index finds them.
  const chosen = keys ? sql`and ${sql.ref(`live.${keyOf(kind)[0]}`)} = any(${keys}::uuid[])` : sql``
  const rest = whole ? sql`, ${liveRow(kind, shape, 'whole')} as whole` : sql``
  return sql`select ${key} as key, ${company} as company, ${liveRow(kind, shape, 'compared')} as row ${rest}
    from ${sql.table(kind.table)} live where ${company} = any(${companies}::uuid[]) ${chosen}`
}

/** The archived rows with `key`, `company`, `row` and `whole`. */
export const selectArchived = (kind: Kind, shape: Shape, comparison: ComparisonKey) => {
  const { companyId, comparisonId } = comparison
  return sql`select main.key, (main.content ->> ${companyColumn(kind.table)}::text)::uuid as company,
      ${archivedRow(kind, shape, comparison, 'compared')} as row, ${archivedRow(kind, shape, comparison, 'whole')} as whole
    from archived_rows main where main.company_id = ${companyId} and main.comparison_id = ${comparisonId}
      and main.table_name = ${kind.table}`
}

/** What people call a row, with what tells it from others of the name. */
export const rowName = ({ names: [name, other] }: Kind, row: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (name === undefined) return sql`''`
  const first = sql`coalesce(${row} ->> ${name}::text, '')`
  if (other === undefined) return first
  const second = sql`coalesce(${row} ->> ${other}::text, '')`
  return sql`case when ${first} = '' then ${second} when ${second} = '' then ${first}
    else concat(${first}, '（', ${second}, '）') end`
}
