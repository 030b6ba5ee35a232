import { sql } from 'kysely'
import { AppError } from '../scope.ts'
import type { Db } from './database.ts'

/**
 * Runs a part of the current transaction in a savepoint. Out: the refusal for which it was rolled back, or undefined.
 * Other errors are rethrown.
 */
export const runInSavepoint = async (db: Db, work: () => Promise<unknown>): Promise<AppError | undefined> => {
  await sql`savepoint part`.execute(db)
  try {
    await work()
    await sql`release savepoint part`.execute(db)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint part`.execute(db)
    await sql`release savepoint part`.execute(db)
    return error
  }
}
