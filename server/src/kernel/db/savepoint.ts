import { sql } from 'kysely'
import { AppError } from '../scope.ts'
import type { Db } from './database.ts'

/**
 * Does a part of the transaction at hand that can be undone alone. Out: the refusal for which it was undone, or undefined
 * when it stands. Whatever else is thrown passes through.
 */
export const undoable = async (db: Db, work: () => Promise<unknown>): Promise<AppError | undefined> => {
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
