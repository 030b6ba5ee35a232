import type { CustomCondition } from '@atrium/contract/kernel/custom-fields.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { type Insertable, type Kysely, type RawBuilder, sql, type Updateable } from 'kysely'
import { newId } from '../ids.ts'
import { getReach } from './bound-connection.ts'
import { nameHolds, sortRef } from './by-name.ts'
import { countUpTo } from './capped-total.ts'
import { customValueOf, findCustomOrder, holdsCustom } from './custom-columns.ts'
import type { Db, FoundIds, Tables } from './database.ts'
import { fetchPage } from './fetch-page.ts'

/** Reserved columns of these tables; `crudRepository` fills them. */
type StampColumns = { version: number; created_by: unknown; updated_by: unknown; updated_at: string }
// biome-ignore lint/suspicious/noExplicitAny: Kysely cannot follow a generic table name; the one untyped row is fenced in this file
type AnyRow = { [column: string]: any }
/** A row to store, by columns or by wire names. */
type Written<T extends keyof Tables, C extends Columns<T>, Row> =
  | Omit<Row, keyof StampColumns | 'id'>
  | { [W in keyof C]?: C[W] extends keyof Row ? Row[C[W]] : never }
type Columns<T extends keyof Tables> = Readonly<Record<string, keyof Tables[T] & string>>
export type Person = { id: string; name: string }

/** Columns every update of a versioned row sets: author, time and the next version. */
export const updateStamps = (by: Person) => ({
  updated_by: JSON.stringify(by),
  updated_at: sql<string>`now()`,
  version: sql<number>`version + 1`,
})

/** Columns of every row that is created and edited, by wire name. */
export const stampColumns = {
  createTime: 'created_at',
  createBy: 'created_by',
  updateTime: 'updated_at',
  updateBy: 'updated_by',
  version: 'version',
} as const

/** A search as a LIKE pattern: anywhere in the text, with wildcards escaped. */
export const likePattern = (search: string) => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Whether a row of a table has a tag. `companyId`: whose tag it is, where the transaction sees the rows of all companies;
 * otherwise the company's of the transaction.
 */
export const hasTag = (table: string, tagId: string, companyId?: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.id`)} in (select row_id from tagged_rows where tag_id = ${tagId}
    ${companyId === undefined ? sql`` : sql`and company_id = ${companyId}`})`

/** What the product may have written, and the list shows in the reader's language. */
const shownColumns: ReadonlySet<string> = new Set(['name', 'desc'])

/**
 * CRUD statements for a company's table with id and version. Extend it by spreading; there are no hooks. Takes the
 * table, its columns by wire name, the searched columns, and the default order (wire names, `-` in front for
 * descending). Rows come out under their wire names. Filters of `ranges` are days, `from~to`. `within` is the same for the rows that a condition admits, as a row
 * scope does: others are not found.
 */
export const crudRepository = <T extends keyof Tables & string, const C extends Columns<T>, Row>(of: {
  table: T
  columns: C
  searchIn: readonly (keyof C & string)[]
  orderBy: string
  ranges?: readonly (keyof C & string)[]
}) => {
  const untyped = (db: Db) => db as unknown as Kysely<Record<string, AnyRow>>
  const table: string = of.table
  const selection = Object.entries(of.columns).map(([wire, column]) => sql.ref(column).as(wire))
  const toColumns = (row: object): AnyRow =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [of.columns[name] ?? name, value]))
  const column = (wire: string) => sql.ref<string>(of.columns[wire] ?? wire)

  type Searched = readonly (keyof C & string)[]
  type Filter = Pick<ListQuery, 'search'> &
    Ticked & { 'f.custom'?: readonly CustomCondition[] | undefined; 'f.tags'?: string | undefined }
  type Condition = RawBuilder<boolean> | undefined
  const rowsWithin = (db: Db, condition: Condition) => {
    const rows = untyped(db).selectFrom(table)
    return condition ? rows.where(condition) : rows
  }
  const matching = (
    db: Db,
    { 'f.custom': custom, 'f.tags': tag, ...query }: Filter,
    searchIn: Searched,
    condition: Condition,
  ) => {
    let rows = rowsWithin(db, condition)
    if (query.ids) rows = rows.where(sql<boolean>`id = any(${query.ids}::uuid[])`)
    if (query.search) {
      const { search } = query
      const holds = (wire: string) =>
        shownColumns.has(wire)
          ? nameHolds(column(wire), search)
          : sql<boolean>`${column(wire)} ilike ${likePattern(search)}`
      rows = rows.where((eb) => eb.or(searchIn.map(holds)))
    }
    if (custom) rows = rows.where(holdsCustom(table, custom))
    if (tag) rows = rows.where(hasTag(table, tag))
    for (const [name, value] of Object.entries(query)) {
      if (!name.startsWith('f.') || value === undefined) continue
      const wire = name.slice(2)
      const [from, to] = of.ranges?.includes(wire) ? String(value).split('~') : []
      rows =
        from === undefined
          ? rows.where(column(wire), '=', value)
          : rows.where(sql<boolean>`${column(wire)} between ${from} and ${to}`)
    }
    return rows
  }
  const order = (sort: string) => (sort || of.orderBy).split(',')

  const statements = (condition: Condition) => ({
    /**
     * One page. The total is exact up to `maxDepth` and capped above (`more`). Takes `searchIn` narrows the searched
     * columns.
     */
    async list(db: Db, query: ListQuery, searchIn: Searched = of.searchIn) {
      let rows = matching(db, query, searchIn, condition).select(selection)
      for (const word of order(query.sort)) {
        const wire = word.replace(/^-/, '')
        const direction = word.startsWith('-') ? 'desc' : 'asc'
        const custom = findCustomOrder(wire)
        rows = custom
          ? rows.orderBy(customValueOf(custom, table), (by) => by[direction]().nullsLast())
          : rows.orderBy(sortRef(of.columns[wire] ?? wire), direction)
      }
      const found = matching(db, query, searchIn, condition)
      const { data, ...total } = await fetchPage(untyped(db), query, rows.orderBy('id'), found, getReach(db))
      return { data: data as Row[], ...total }
    },
    /** Number of rows that search and filters find, at most `limit`. */
    count: (db: Db, query: Filter, limit: number, searchIn: Searched = of.searchIn) =>
      countUpTo(untyped(db), matching(db, query, searchIn, condition), limit),
    /** Rows after an id, in id order. */
    async batch(db: Db, query: Filter, afterId: string | undefined, size: number, searchIn: Searched = of.searchIn) {
      const found = matching(db, query, searchIn, condition)
      const remaining = afterId === undefined ? found : found.where('id', '>', afterId)
      return (await remaining.select(selection).orderBy('id').limit(size).execute()) as Row[]
    },
    /** A query for the ids of all rows that search and filters find. */
    matchingIds: (db: Db, query: Filter): FoundIds =>
      matching(db, query, of.searchIn, condition).select(sql<string>`id`.as('id')),
    /** Rows with one of these values, locked until the transaction ends. */
    async having(db: Db, wire: keyof C & string, values: readonly string[]) {
      const rows = rowsWithin(db, condition).select(selection)
      return (await rows
        .where(sql<boolean>`${column(wire)} = any(${values})`)
        .orderBy('id')
        .forUpdate()
        .execute()) as Row[]
    },
    async find(db: Db, id: string) {
      const row = rowsWithin(db, condition).select(selection).where('id', '=', id)
      return (await row.executeTakeFirst()) as Row | undefined
    },
    /** The row, locked until the transaction ends. */
    async findForUpdate(db: Db, id: string) {
      const row = rowsWithin(db, condition).select(selection).where('id', '=', id).forUpdate()
      return (await row.executeTakeFirst()) as Row | undefined
    },
    /** Adds a row under a new id, unless `row` has one. */
    async insert(db: Db, row: Written<T, C, Insertable<Tables[T]>> & { id?: string }, by: Person) {
      const stamped: AnyRow = { id: newId(), ...toColumns(row), created_by: by, updated_by: by }
      return (await untyped(db).insertInto(table).values(stamped).returning(selection).executeTakeFirstOrThrow()) as Row
    },
    async update(db: Db, id: string, row: Written<T, C, Updateable<Tables[T]>>, by: Person) {
      const stamped: AnyRow = { ...toColumns(row), updated_by: by, updated_at: sql`now()`, version: sql`version + 1` }
      return (await untyped(db)
        .updateTable(table)
        .set(stamped)
        .where('id', '=', id)
        .returning(selection)
        .executeTakeFirstOrThrow()) as Row
    },
    async remove(db: Db, id: string) {
      await untyped(db).deleteFrom(table).where('id', '=', id).execute()
    },
  })
  return { ...statements(undefined), within: statements }
}
