import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { canSignIn, type LoginUser, users } from '../../people/users/index.ts'
import { recoveryTicketsRepository as repository } from './recovery-tickets.repository.ts'

const platform = { reach: 'platform' } as const

/**
 * A correct code becomes a ticket for one new password: rejected passwords do not consume the code, and no code changes
 * a password twice.
 */
export const createRecoveryTickets = ({ database, secrets }: { database: Database; secrets: Secrets }) => {
  const purpose = 'recoveryTicket'
  return {
    /** Issues a ticket to a user that a code has proved, in place of an earlier one. */
    issue: (ticket: string, { companyId, id: userId, proofEpoch }: LoginUser, seconds: number) =>
      database.transact(platform, async (db) => {
        const owner = { companyId, userId }
        await repository.lockAll(db, owner)
        await repository.removeAll(db, owner)
        await repository.insert(db, secrets.sign(purpose, ticket), { ...owner, proofEpoch }, seconds)
      }),

    /** Owner of a ticket; undefined if unknown, expired or the owner may not sign in. */
    findOwner: (ticket: string) =>
      database.transact(platform, async (db) => {
        const owner = await repository.findOwner(db, secrets.signatures(purpose, ticket))
        const user = owner && (await users.find(db, owner.companyId, owner.userId))
        return canSignIn(user) ? user : undefined
      }),

    /**
     * Consumes the ticket and all others of its owner.
     * @returns false if it was used or replaced meanwhile
     */
    async consume(db: Db, ticket: string, { companyId, id: userId }: LoginUser): Promise<boolean> {
      const owner = { companyId, userId }
      // What ends proofs changes this row, and is waited for.
      await users.hold(db, owner)
      const live = await repository.lockAll(db, owner)
      if (!live.some((each) => secrets.isSigned(purpose, ticket, each))) return false
      await repository.removeAll(db, owner)
      return true
    },
  }
}
