import type { Database, Db } from '../../kernel/db/database.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { type KnownUser, mayEnter, users } from '../users/index.ts'
import { recoveryTicketsRepository as repository } from './recovery-tickets.repository.ts'

const platform = { reach: 'platform' } as const

/** Finds somebody by what he typed. */
export type Find = (db: Db) => Promise<KnownUser | undefined>

/**
 * A right code becomes a ticket, and a ticket is good for one new password. So a password that is refused costs nobody
 * the code, and still no code changes a password twice.
 */
export const createRecoveryTickets = ({ database, secrets }: { database: Database; secrets: Secrets }) => {
  const digestOf = (ticket: string) => secrets.sign('recoveryTicket', ticket)
  return {
    /** Gives a ticket to whoever is found. Out: who that is; undefined, and no ticket, when nobody who may sign in. */
    issue: (ticket: string, find: Find, seconds: number) =>
      database.transact(platform, async (db) => {
        const user = await find(db)
        if (!mayEnter(user)) return undefined
        await repository.insert(db, digestOf(ticket), { companyId: user.companyId, userId: user.id }, seconds)
        return user
      }),

    /** Whose ticket this is; undefined when it is nobody's, has run out or its owner may not sign in. */
    ownerOf: (ticket: string) =>
      database.transact(platform, async (db) => {
        const owner = await repository.ownerOf(db, digestOf(ticket))
        const user = owner && (await users.find(db, owner.companyId, owner.userId))
        return mayEnter(user) ? user : undefined
      }),

    /** Uses the ticket up, and with it every other one of its owner. Out: false when it was used already. */
    async use(db: Db, ticket: string, { companyId, id: userId }: KnownUser): Promise<boolean> {
      if (!(await repository.take(db, digestOf(ticket)))) return false
      await repository.removeAll(db, { companyId, userId })
      return true
    },
  }
}
