import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/**
 * Writes custom values of a row in a session of its own.
 * @returns commits them once another statement waits for that
 */
export const raceForValue = async (
  { ownerUrl, superuserSql }: Pick<TestApp, 'ownerUrl' | 'superuserSql'>,
  table: 'users' | 'posts',
  id: string,
  values: object,
): Promise<() => Promise<void>> => {
  const other = new pg.Client(ownerUrl)
  await other.connect()
  await other.query('begin')
  await other.query(`update ${table} set custom = $2 where id = $1`, [id, values])
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return async () => {
    await expect.poll(async () => (await superuserSql(waiting)).length).toBeGreaterThan(0)
    await other.query('commit')
    await other.end()
  }
}
