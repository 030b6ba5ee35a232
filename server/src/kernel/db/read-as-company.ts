import { sql } from 'kysely'
import type { Db } from './database.ts'

const outOfTime = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`took more than ${ms} ms`)), ms).unref()
  })

/**
 * Runs a part of the transaction as a company that can only read. Whatever it sets or leaves open ends with it.
 * @throws if it takes longer than it may
 */
export const readAsCompany = async <T>(
  db: Db,
  companyId: string,
  withinMs: number,
  work: () => Promise<T>,
): Promise<T> => {
  await sql`savepoint hook`.execute(db)
  try {
    await sql`select set_config('role', 'atrium_company', true), set_config('app.company', ${companyId}, true),
      set_config('statement_timeout', ${String(withinMs)}, true),
      set_config('transaction_read_only', 'on', true)`.execute(db)
    return await Promise.race([work(), outOfTime(withinMs)])
  } finally {
    await sql`rollback to savepoint hook`.execute(db)
    await sql`release savepoint hook`.execute(db)
  }
}
