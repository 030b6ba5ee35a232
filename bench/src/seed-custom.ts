import type { CustomKind } from '@atrium/contract/kernel/custom-fields.ts'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import type pg from 'pg'

type Field = { key: string; kind: CustomKind; isUnique?: true; value: string }

/** A value of each user as JSON, from the number of the row. */
const text = (words: number) => `to_jsonb('值' || n % ${words})`
const number = (values: number) => `to_jsonb(n % ${values})`
const day = `to_jsonb(('2000-01-01'::date + (n % 9000)::int)::text)`
/** Fields of the platform for users: twenty, of each kind, and all of them searchable. */
export const customFields: readonly Field[] = [
  { key: 'badge', kind: 'text', isUnique: true, value: `to_jsonb('B-' || n)` },
  { key: 'seat', kind: 'text', value: text(100_000) },
  { key: 'team', kind: 'text', value: text(1000) },
  { key: 'city', kind: 'text', value: text(50) },
  { key: 'half', kind: 'text', value: text(2) },
  { key: 'level', kind: 'number', value: number(20) },
  { key: 'height', kind: 'number', value: number(200) },
  { key: 'score', kind: 'number', value: number(100_000) },
  { key: 'rank', kind: 'number', value: `to_jsonb(n)` },
  { key: 'cost', kind: 'money', value: `to_jsonb((n % 90000)::numeric / 100)` },
  { key: 'limit', kind: 'money', value: `to_jsonb((n % 900)::numeric)` },
  { key: 'joined', kind: 'date', value: day },
  { key: 'renewed', kind: 'date', value: day },
  { key: 'ends', kind: 'date', value: day },
  { key: 'gender', kind: 'choice', value: `to_jsonb((n % 3)::text)` },
  { key: 'shift', kind: 'choice', value: `to_jsonb((n % 2)::text)` },
  { key: 'remote', kind: 'switch', value: `to_jsonb(n % 10 = 0)` },
  { key: 'insured', kind: 'switch', value: `to_jsonb(n % 2 = 0)` },
  { key: 'mentor', kind: 'person', value: `to_jsonb(mentor)` },
  { key: 'unit', kind: 'organization', value: `to_jsonb(unit)` },
]

const addDefinitions = async (client: pg.Client) => {
  for (const [sort, { key, kind, isUnique = false }] of customFields.entries())
    await client.query(
      `insert into custom_fields (company_id, id, entity, key, name, kind, platform, dictionary, is_unique, searchable, sort, created_by, updated_by)
       select id, gen_random_uuid(), 'user', $1, $1, $2, true, case $2 when 'choice' then 'sex' else '' end, $3, true, $4, by, by
       from companies, (select '{"id":"","name":"标尺"}'::jsonb as by) seeded where platform`,
      [key, kind, isUnique, sort],
    )
}

/** Runs work without the indexes of a table, which are built again behind it: row by row takes many times as long. */
const withoutIndexes = async (client: pg.Client, table: string, work: () => Promise<unknown>) => {
  const { rows } = await client.query<{ name: string; constraint: string | null; index: string }>(
    `select conname as name, pg_get_constraintdef(oid) as constraint, '' as index from pg_constraint
     where conrelid = $1::regclass and contype in ('p', 'u')
     union all select indexrelid::regclass::text, null, pg_get_indexdef(indexrelid) from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name, constraint } of rows)
    await client.query(constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`)
  await work()
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const { name, constraint, index } of rows)
    await client.query(constraint ? `alter table ${table} add constraint ${name} ${constraint}` : index)
}

/** Gives each user of the database a value of each of twenty fields, with the rows by which they are found. */
export const addCustomValues = (superuserUrl: string): Promise<void> =>
  asOwner(superuserUrl, async (client) => {
    await addDefinitions(client)
    // Without triggers: the rows by which values are found are written at once.
    await client.query('set session_replication_role = replica')
    const values = customFields.map(({ key, value }) => `'${key}', ${value}`).join(', ')
    await client.query(
      `update users set custom = jsonb_build_object(${values})
       from (select users.company_id, users.id, row_number() over (order by users.company_id, users.id) as n,
           companies.admin_id as mentor, (select orgs.id from orgs where orgs.company_id = companies.id limit 1) as unit
         from users join companies on companies.id = users.company_id) numbered
       where users.company_id = numbered.company_id and users.id = numbered.id`,
    )
    await withoutIndexes(client, 'custom_values', () =>
      client.query(
        `insert into custom_values (company_id, field_id, row_id, text_value, number_value, digest)
         select users.company_id, custom_fields.id, users.id, custom_value_text(custom -> key), custom_value_number(custom -> key),
           case when is_unique then custom_value_digest(custom -> key) end
         from users, custom_fields where entity = 'user' and custom ? key`,
      ),
    )
  })

/** Leaves a database as it stands after its writes have settled. */
export const settle = (superuserUrl: string): Promise<void> =>
  asOwner(superuserUrl, async (client) => {
    for (const statement of ['vacuum full users', 'vacuum analyze', 'checkpoint']) await client.query(statement)
  })

/** A copy of a database in the same server, which no one is connected to. Returns its address. */
export const copyDatabase = async (superuserUrl: string, name: string): Promise<string> => {
  const url = new URL(superuserUrl)
  const original = url.pathname.slice(1)
  url.pathname = '/template1'
  await asOwner(url.href, (client) => client.query(`create database ${name} template ${original}`))
  url.pathname = `/${name}`
  return url.href
}
