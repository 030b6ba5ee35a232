import { expect, it } from 'vitest'
import { leftBehind, listTables } from '../../src/backup/tables.ts'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { createTestDatabase } from '../test-database.ts'

/** Values of these types mean something in one server alone. */
const boundToServer = ['xid', 'xid8', 'pg_snapshot', 'pg_lsn', 'oid', 'regclass', 'regproc', 'tid']

it('a backup holds no value that means something in one server alone', async () => {
  const { ownerUrl } = await createTestDatabase()
  const found = await asOwner(ownerUrl, async (client) => {
    const tables = (await listTables(client)).map(({ schema, name }) => `${schema}.${name}`)
    const { rows } = await client.query<{ column: string }>(
      `select concat(attrelid::regclass, '.', attname) as column from pg_attribute
       where attrelid = any ($1::regclass[]) and attnum > 0 and atttypid = any ($2::regtype[])`,
      [tables, boundToServer],
    )
    return rows
  })
  expect(found).toEqual([])
})

it('tables that a backup leaves behind exist, and each has its reason', async () => {
  const { sql } = await createTestDatabase()
  const names = Object.keys(leftBehind)
  const known = await sql('select name from unnest($1::text[]) as name where to_regclass(name) is not null', [names])
  expect(known.map(({ name }) => name)).toEqual(names)
  for (const reason of Object.values(leftBehind)) expect(reason.length).toBeGreaterThan(15)
})
