import { belonging, type Kind } from './belonging.ts'

/** A value that was used, and may stand nowhere in the clear. */
export type Used = { kind: Kind; value: string }
type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
type Found = { column: string; kind: Kind; example: string }

const patterns: readonly (readonly [Kind, RegExp])[] = [
  ['password hash', /\$argon2/],
  // 32 random bytes in base64url, or 64 of a session; words are neither of mixed case nor numbered.
  ['token', /(?<![\w+/=$-])(?:t_)?(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?:[\w-]{43}|[\w-]{86})(?![\w+/=-])/],
  ['phone', /(?<![\w.+-])1[3-9]\d{9}(?![\w.-])/],
  ['mail address', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/],
]
/** Where one of the patterns may match at all; what is looked at closely stays little. */
const coarse = String.raw`\$argon2|1[3-9][0-9]{9}|@|[A-Za-z0-9_-]{43}`

const standsAlone = (value: string) => new RegExp(`(?<![\\w.-])${value.replace(/\W/g, '\\$&')}(?![\\w.-])`)
const kindsIn = (text: string, used: readonly (readonly [Kind, RegExp])[]) =>
  [...patterns, ...used].flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))

/** Columns that can hold text; a partition's rows are read through its parent. */
const textColumns = (sql: Sql) =>
  sql(`select relname as "table", attname as "column"
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
       where nspname = 'public' and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
         and atttypid::regtype::text in ('text', 'text[]', 'json', 'jsonb', 'jsonb[]', 'character varying')
       order by 1, 2`)

/** What of each kind every column holds, with an example. */
const findKept = async (sql: Sql, used: readonly Used[]): Promise<Found[]> => {
  const values = [...new Set(used.map(({ value }) => value))]
  const alone = used.map(({ kind, value }) => [kind, standsAlone(value)] as const)
  const kept: Found[] = []
  for (const { table, column } of await textColumns(sql)) {
    const rows = await sql(
      `select text from (select "${column}"::text as text from "${table}") kept
       where text ~ $1 or exists (select from unnest($2::text[]) used where position(used in text) > 0)`,
      [coarse, values],
    )
    const examples = new Map<Kind, string>()
    for (const { text } of rows)
      for (const kind of kindsIn(String(text), alone)) if (!examples.has(kind)) examples.set(kind, String(text))
    for (const [kind, example] of examples) kept.push({ column: `${table}.${column}`, kind, example })
  }
  return kept
}

const isListed = ({ column, kind }: Found) => belonging.some((each) => each.column === column && each.kind === kind)

/**
 * Secrets and contacts in columns where they do not belong. In: the database as its owner, and what was used in it.
 * Out: an example of each; empty when nothing leaked.
 */
export const findLeaks = async (sql: Sql, used: readonly Used[] = []): Promise<string[]> =>
  (await findKept(sql, used))
    .filter((found) => !isListed(found))
    .map(({ column, kind, example }) => `${column} holds a ${kind}: ${example.slice(0, 300)}`)

/** Entries of the list that a database which holds some of everything does not bear out. */
export const findStale = async (sql: Sql, used: readonly Used[]): Promise<string[]> => {
  const kept = await findKept(sql, used)
  return belonging
    .filter(({ column, kind }) => !kept.some((found) => found.column === column && found.kind === kind))
    .map(({ column, kind }) => `${column} is listed for a ${kind} and holds none`)
}
