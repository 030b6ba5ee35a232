import type { Db } from './db/database.ts'
import type { Owner } from './scope.ts'

/**
 * Ends sessions and clears their caches. Features that the sessions build on declare this need; the sessions meet it,
 * and `features.ts` passes it in. The database calls run in the caller's transaction.
 */
export type SessionEnder = {
  /**
   * Ends all sessions of a user except one, and all their proofs.
   * @returns the number
   */
  endAll(db: Db, user: Owner, reason: string, except?: string): Promise<number>
  /**
   * Ends all sessions of a company.
   * @returns the number
   */
  endCompany(db: Db, companyId: string, reason: string): Promise<number>
  /** Clears this node's cache, after a change that affects many users. */
  forgetAll(): void
  /** Removes a user from the cache of every node. Call after commit. */
  forgetUser(userId: string): void
  /** The same for all users of a company. */
  forgetCompany(companyId: string): void
}
