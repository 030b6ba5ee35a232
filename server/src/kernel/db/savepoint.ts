import { sql } from 'kysely'
import { AppError } from '../scope.ts'
import type { Db } from './database.ts'

/**
 * Runs a part of the current transaction in a savepoint. Other errors are rethrown. Takes what makes refusals of
 * errors, such as those of constraints.
 * @returns the refusal for which it was rolled back, or undefined
 */
export const runInSavepoint = async (
  db: Db,
  work: () => Promise<unknown>,
  toRefusal: (error: unknown) => unknown = (error) => error,
): Promise<AppError | undefined> => {
  await sql`savepoint part`.execute(db)
  try {
    await work()
    await sql`release savepoint part`.execute(db)
    return undefined
  } catch (thrown) {
    const error = toRefusal(thrown)
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint part`.execute(db)
    await sql`release savepoint part`.execute(db)
    return error
  }
}

/**
 * Runs a part of the current transaction, and rolls it back.
 * @returns what the work returns
 */
export const runRolledBack = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint trial`.execute(db)
  const result = await work()
  await sql`rollback to savepoint trial`.execute(db)
  await sql`release savepoint trial`.execute(db)
  return result
}
