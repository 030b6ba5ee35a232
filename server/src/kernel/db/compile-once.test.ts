import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { compileOnce } from './compile-once.ts'

it('runs a statement with the values of each call, and builds it for the first alone', async () => {
  const { database } = await createTestDatabase()
  let builds = 0
  const concat = compileOnce(['first', 'second'], (_, { first, second }) => {
    builds += 1
    return sql<{ text: string }>`select concat(${second}::text, ${first}::text, ${'!'}::text, ${second}::text) as text`
  })
  const run = (first: string, second: string) =>
    database.read({ reach: 'platform' }, (db) => concat(db, { first, second }))
  expect(await run('a', 'b')).toEqual([{ text: 'ba!b' }])
  expect(await run('c', ':first')).toEqual([{ text: ':firstc!:first' }])
  expect(builds).toBe(1)
})
