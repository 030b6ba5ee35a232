import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { sessionEndsRepository } from './session-ends.repository.ts'

/**
 * Ends all sessions of a user, for a process beside the nodes; those find out within a second.
 * @returns the number
 */
export const endAllSessions = (db: Db, { companyId, userId }: Owner, reason: string): Promise<number> =>
  sessionEndsRepository.endAll(db, companyId, userId, reason, undefined)
