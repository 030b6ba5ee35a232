import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { cappedTotal } from './capped-total.ts'

it("counts exactly up to the cap, and caches only that a company's rows exceed it", async () => {
  const { database, sql } = await createTestDatabase()
  const total = (companyId?: string) =>
    database.transact({ reach: 'platform' }, (db) => cappedTotal(db, db.selectFrom('limits'), companyId))
  const tooMany = { total: maxDepth, more: true }
  await sql('insert into limits (key) select n::text from generate_series(1, $1::int) n', [maxDepth])
  expect(await total('a')).toEqual({ total: maxDepth })
  await sql(`insert into limits (key) values ('one more')`)
  expect(await total()).toEqual(tooMany)
  expect(await total('a')).toEqual(tooMany)
  await sql(`delete from limits where key <> 'one more'`)
  expect(await total('a')).toEqual(tooMany)
  expect(await total('b')).toEqual({ total: 1 })
  expect(await total()).toEqual({ total: 1 })
})
