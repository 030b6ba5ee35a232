import type pg from 'pg'

type Key = { name: string; type: string }
/** A column of sealed texts, with the key of its table and its own type. */
export type SealedColumn = { table: string; column: string; type: string; key: readonly Key[] }
/** What stands in a row: whole, or as the text of its JSON. */
export type SealedValue = { key: readonly string[]; text: string }

const quote = (name: string) => `"${name}"`
export const isJson = ({ type }: SealedColumn): boolean => type.startsWith('json')

/** The columns of sealed texts, as the migrations list them. Takes the owner's connection. */
export const listSealedColumns = async (client: pg.Client): Promise<SealedColumn[]> => {
  const { rows } = await client.query<SealedColumn>(
    `select table_name as "table", column_name as "column", format_type(own.atttypid, own.atttypmod) as type,
       (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by place)
        from pg_index
        cross join unnest(indkey::int2[]) with ordinality part (number, place)
        join pg_attribute on attrelid = indrelid and attnum = number
        where indrelid = own.attrelid and indisprimary) as key
     from sealed_columns join pg_attribute own on own.attrelid = table_name::regclass and own.attname = column_name
     order by 1, 2`,
  )
  return rows
}

/** The next values behind a key, in its order. */
export const readSealed = async (
  client: pg.Client,
  { table, column, key }: SealedColumn,
  after: readonly string[] | undefined,
  limit: number,
): Promise<SealedValue[]> => {
  const names = key.map(({ name }) => quote(name)).join(', ')
  const from = key.map(({ type }, at) => `$${at + 1}::${type}`).join(', ')
  const { rows } = await client.query<SealedValue>(
    `select array[${key.map(({ name }) => `${quote(name)}::text`).join(', ')}] as key, ${quote(column)}::text as text
     from ${quote(table)} where ${quote(column)} is not null ${after ? `and (${names}) > (${from})` : ''}
     order by ${names} limit ${limit}`,
    after ? [...after] : [],
  )
  return rows
}

/**
 * Replaces values that are still the same ones: what was written meanwhile was sealed by its writer.
 * @returns how many were replaced
 */
export const replaceSealed = async (
  client: pg.Client,
  { table, column, type, key }: SealedColumn,
  changes: readonly (SealedValue & { next: string })[],
): Promise<number> => {
  if (changes.length === 0) return 0
  const isRow = key.map(({ name, type }, at) => `kept.${quote(name)} = (change -> 'key' ->> ${at})::${type}`)
  const { rowCount } = await client.query(
    `update ${quote(table)} kept set ${quote(column)} = (change ->> 'next')::${type}
     from jsonb_array_elements($1::jsonb) change
     where ${isRow.join(' and ')} and kept.${quote(column)}::text = change ->> 'text'`,
    [JSON.stringify(changes)],
  )
  return rowCount ?? 0
}
