import { productSchemas } from '../../src/kernel/db/product-schemas.ts'
import { allowedColumns, type SecretKind } from './allowed-columns.ts'

/** A secret used in the test, which may not be stored in plain text. */
export type UsedSecret = { kind: SecretKind; value: string }
export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
type Finding = { column: string; kind: SecretKind; example: string }

const patterns: readonly (readonly [SecretKind, RegExp])[] = [
  ['password hash', /\$argon2/],
  // 32 random bytes in base64url, or 64 for a session; words have no mixed case with digits.
  ['token', /(?<![\w+/=$-])(?:t_)?(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?:[\w-]{43}|[\w-]{86})(?![\w+/=-])/],
  ['phone', /(?<![\w.+-])1[3-9]\d{9}(?![\w.-])/],
  ['mail address', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/],
]
/** SQL prefilter: rows that may match a pattern, so that few are checked closely. */
const prefilter = String.raw`\$argon2|1[3-9][0-9]{9}|@|[A-Za-z0-9_-]{43}`

const wholeWord = (value: string) => new RegExp(`(?<![\\w.-])${value.replace(/\W/g, '\\$&')}(?![\\w.-])`)
const kindsIn = (text: string, used: readonly (readonly [SecretKind, RegExp])[]) =>
  [...patterns, ...used].flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))

/**
 * Columns that can hold text; rows of a partition are read through its parent, and runs of a name for the search through
 * the name: cut out of it, digits look like phone numbers.
 */
export const textColumns = (sql: Sql) =>
  sql(`select pg_class.oid::regclass::text as "table", attname as "column"
       from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace in ${productSchemas} and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
         and attname not like '%\\_grams'
         and atttypid::regtype::text in ('text', 'text[]', 'json', 'jsonb', 'jsonb[]', 'character varying')
       order by 1, 2`)

/** Kinds of secrets in each column, with an example. */
const scanColumns = async (sql: Sql, used: readonly UsedSecret[]): Promise<Finding[]> => {
  const values = [...new Set(used.map(({ value }) => value))]
  const wholeWords = used.map(({ kind, value }) => [kind, wholeWord(value)] as const)
  const findings: Finding[] = []
  for (const { table, column } of await textColumns(sql)) {
    const rows = await sql(
      `select text from (select "${column}"::text as text from ${table}) kept
       where text ~ $1 or exists (select from unnest($2::text[]) used where position(used in text) > 0)`,
      [prefilter, values],
    )
    const examples = new Map<SecretKind, string>()
    for (const { text } of rows)
      for (const kind of kindsIn(String(text), wholeWords)) if (!examples.has(kind)) examples.set(kind, String(text))
    for (const [kind, example] of examples) findings.push({ column: `${table}.${column}`, kind, example })
  }
  return findings
}

const isListed = ({ column, kind }: Finding) =>
  allowedColumns.some((each) => each.column === column && each.kind === kind)

/**
 * Finds secrets and contacts outside their allowed columns. Takes SQL as the owner and the secrets used.
 * @returns an example of each leak
 */
export const findLeaks = async (sql: Sql, used: readonly UsedSecret[] = []): Promise<string[]> =>
  (await scanColumns(sql, used))
    .filter((found) => !isListed(found))
    .map(({ column, kind, example }) => `${column} holds a ${kind}: ${example.slice(0, 300)}`)

/** Allowed columns without a value of their kind, in a database that holds some of each. */
export const findStale = async (sql: Sql, used: readonly UsedSecret[]): Promise<string[]> => {
  const kept = await scanColumns(sql, used)
  return allowedColumns
    .filter(({ column, kind }) => !kept.some((found) => found.column === column && found.kind === kind))
    .map(({ column, kind }) => `${column} is listed for a ${kind} and holds none`)
}
